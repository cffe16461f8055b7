import { defineConfig } from 'vite'

/** The page of `dream serve`, built into the package: a browser fetches nothing from anywhere else. */
export default defineConfig({
  root: 'src/page/client',
  base: './',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../../dist/page',
    emptyOutDir: true,
    target: 'es2022',
    // It would put code into the page that the page's own rules forbid.
    modulePreload: { polyfill: false },
    assetsDir: '',
    assetsInlineLimit: 0,
  },
})
