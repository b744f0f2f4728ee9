/** Width and height in pixels of the pictures of docs/screens, by the size in their names (tests/screens.ts). */
const sizes = { wide: [896, 630], narrow: [252, 560] } as const;

/** A picture of docs/screens. Its size is known before it has loaded, so that nothing moves. */
export function Picture({ address, text }: { address: string; text: string }) {
  const [width, height] = sizes[address.includes("-narrow-") ? "narrow" : "wide"];
  return (
    // biome-ignore lint/performance/noImgElement: the pictures are small, and this server resizes none
    <img
      src={address}
      alt={text}
      width={width}
      height={height}
      loading="lazy"
      className="h-auto max-w-full rounded-sm border border-edge"
    />
  );
}
