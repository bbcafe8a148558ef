// Builds the reader of report.html into built/: one script, one style sheet. The same sources give the same bytes.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const outdir = process.argv[2] ?? `${here}built`;
// Every report carries a copy of Preact, so every report carries its licence.
const licence = readFileSync(`${here}node_modules/preact/LICENSE`, "utf8").trim();

await build({
  absWorkingDir: here,
  entryPoints: { page: "src/main.tsx" },
  outdir,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["chrome123", "firefox120", "safari17.5"],
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "ascii",
  legalComments: "none",
  banner: { js: `/* Preact\n${licence.replaceAll("*/", "* /")} */` },
  logLevel: "warning",
});
