import type { MetadataRoute } from "next";

/** Lets search engines read the organisation's texts alone. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: "*", allow: "/about/", disallow: "/" } };
}
