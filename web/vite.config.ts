import { paraglideVitePlugin } from "@inlang/paraglide-js"
import { svelte } from "@sveltejs/vite-plugin-svelte"
import { defineConfig } from "vitest/config"

const SERVER = "http://127.0.0.1:8474"

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: "./project.inlang",
      outdir: "./src/paraglide",
      strategy: ["localStorage", "preferredLanguage", "baseLocale"],
    }),
    svelte(),
  ],
  // The server's content security policy allows no data: addresses.
  build: { outDir: "dist", emptyOutDir: true, assetsInlineLimit: 0, target: "es2022" },
  test: { environment: "node", include: ["tests/**/*.test.ts"], testTimeout: 60_000 },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
})
