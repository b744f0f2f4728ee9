// Next takes its async storage from here when it is first loaded; without it no request of a test could have cookies.
import "next/dist/server/node-environment-baseline.js";
