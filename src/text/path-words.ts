function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** File extensions of source, configuration, documents and assets, in lower case. */
const EXTENSIONS = words(`
  py pyi pyx ipynb ts tsx mts cts js jsx mjs cjs json jsonc json5 jsonl ndjson md mdx markdown mdc rst adoc org yaml yml
  sh bash zsh fish ksh ps1 psm1 psd1 bat cmd go mod sum rs java kt kts groovy gradle swift m mm c cc cpp cxx h hh hpp hxx inl
  cs csx cshtml razor csproj sln slnx props targets vb vbproj fs fsx fsproj xaml resx rb erb rake gemspec php phtml twig blade
  pl pm lua luau r rmd jl ex exs eex heex erl hrl hs lhs elm ml mli scala sbt clj cljs cljc edn zig nim cr d dart v sv vhd vhdl
  asm sol vy move cairo wat wgsl glsl hlsl frag vert shader usf ush metal cu cuh sql psql prisma dbml css scss sass less styl pcss
  html htm xhtml hbs ejs pug njk liquid vue svelte astro toml ini cfg conf env properties editorconfig xml xsd xsl xslt plist
  xib storyboard pbxproj xcconfig entitlements proto thrift avsc graphql gql tf tfvars hcl nix dockerfile mk cmake bazel bzl ninja
  lock txt text csv tsv parquet pdf tex bib log png jpg jpeg gif svg webp ico bmp avif mp3 mp4 wav ogg webm ttf otf woff woff2
  zip tar gz tgz whl jar war apk exe dll so wasm onnx safetensors gguf pt pkl npy npz db sqlite sqlite3 uasset uproject uplugin
  umap gd tscn tres godot yy yyp gml unity prefab asset asmdef shadergraph blend glb gltf fbx obj service timer socket pem crt key
  patch diff tmpl tpl template j2 mustache snap feature http rest puml mmd drawio ics po pot strings arb bak
`)

/** Extensions that are as often a property or a word: without a slash they name no file. */
const NOT_BARE = words(
  'log env text key template service timer socket so obj asset move feature http rest strings props targets diff patch ' +
    'mod sum db d m v r pt snap org lock bak conf ninja sqlite exe dll jar whl zip tar gz',
)

/** Files that have no extension. */
const PLAIN_FILES = words(
  'Dockerfile Makefile Gemfile Rakefile Procfile Jenkinsfile Vagrantfile Podfile Brewfile Justfile justfile LICENSE CODEOWNERS',
)

/** Dot files that look like an extension alone. */
const DOT_FILES = words('.env .editorconfig .properties')

/** `.test.ts`, `.d.ts`: a way files end, not a file. */
const INNER_EXTENSIONS = words(
  'test tests spec d module min g designer stories e2e config generated unit integration',
)

/** Products that are written like a file. */
const PRODUCTS = words(`
  node.js next.js nuxt.js vue.js react.js three.js d3.js express.js alpine.js ember.js backbone.js chart.js day.js moment.js
  discord.js p5.js pixi.js babylon.js nest.js solid.js electron.js angular.js anime.js matter.js phaser.js require.js knockout.js
  hapi.js koa.js meteor.js gatsby.js remix.js svelte.js preact.js polymer.js handlebars.js mustache.js highlight.js prism.js
  video.js hls.js plotly.js leaflet.js cesium.js tensorflow.js transformers.js ethers.js web3.js bignumber.js decimal.js lunr.js
  fuse.js popper.js fabric.js konva.js paper.js lodash.js underscore.js immutable.js redux.js mobx.js rx.js pdf.js sigma.js
  cytoscape.js mermaid.js turf.js deck.gl socket.io draw.io crates.io asp.net ado.net vb.net ml.net docs.rs bun.sh ollama.rs
`)

const TLDS = words(
  'com org net io dev ai co app edu gov uk de cn ru jp fr eu us info me tv xyz cloud site online tech page gg nl it es pl se ch au ca br kr tw in',
)

/** First segments that make `a/b` in backticks a folder and not a package or a repository. */
const SOURCE_FOLDERS = words(`
  src lib libs app apps packages pkg cmd internal test tests spec e2e doc docs documentation scripts script tools bin server client
  backend frontend web api core common shared components pages routes views models controllers services hooks utils helpers config
  configs assets public static styles templates migrations db database infra deploy ops ci plugins modules features examples
  samples fixtures benchmarks bench build dist source sources include resources data crates cli ui mobile android ios desktop
  agents agent skills commands prompts specs plans rules schemas types workflows i18n locales
`)

/** First segments of what git calls a branch or a remote. */
const GIT_REFS = words(
  'origin upstream feature feat fix hotfix bugfix release chore refs heads tags remotes dependabot renovate',
)

const MIME_GROUPS = words('application text image audio video multipart font message model')
const PLACEHOLDERS = words('foo bar baz qux foobar whatever something')
const NEVER_TRACKED = words('node_modules .git __pycache__ .venv venv')
const RECEIVERS = words(
  'this self cls props state process window document req res request response ctx import.meta event',
)

function extensionOf(segment: string): string {
  const dot = segment.lastIndexOf('.')
  return dot === -1 ? '' : segment.slice(dot + 1).toLowerCase()
}

export function hasKnownExtension(segment: string): boolean {
  if (PLAIN_FILES.has(segment) || DOT_FILES.has(segment) || segment.startsWith('.env.')) return true
  const name = segment.toLowerCase()
  const dot = name.lastIndexOf('.')
  return dot > 0 && EXTENSIONS.has(name.slice(dot + 1)) && !isExtensionOnly(name)
}

/** `.ts`, `.test.ts`. */
export function isExtensionOnly(segment: string): boolean {
  if (!segment.startsWith('.') || DOT_FILES.has(segment)) return false
  const [inner = '', last] = segment.slice(1).split('.', 2)
  return last === undefined ? EXTENSIONS.has(inner) : INNER_EXTENSIONS.has(inner)
}

/** A name without a slash that can only be a file. */
export function isBareFile(name: string): boolean {
  const dot = name.lastIndexOf('.')
  if (dot < 2 || !hasKnownExtension(name) || NOT_BARE.has(extensionOf(name)) || isProduct(name)) return false
  return !RECEIVERS.has(name.slice(0, Math.max(name.indexOf('.', 1), 0))) && !name.startsWith('import.meta')
}

export const isProduct = (name: string): boolean => PRODUCTS.has(name.toLowerCase())

/** `github.com`, `127.0.0.1`, `localhost`. Capitals make it a folder: `Acme.App`. */
export function isHost(segment: string): boolean {
  if (segment === 'localhost' || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(segment)) return true
  const dot = segment.lastIndexOf('.')
  return dot > 0 && TLDS.has(segment.slice(dot + 1)) && /^[a-z0-9.-]{1,100}$/.test(segment)
}

export const isSourceFolder = (segment: string): boolean => SOURCE_FOLDERS.has(segment.toLowerCase())

export const isGitRef = (segment: string): boolean => GIT_REFS.has(segment)

export const isNeverTracked = (segment: string): boolean => NEVER_TRACKED.has(segment)

const MIME_SUBTYPE =
  /^(?:json|xml|pdf|octet-stream|javascript|zip|html|plain|css|csv|png|jpe?g|gif|webp|mpeg|mp3|mp4|ogg|wav|woff2?|form-data|event-stream|yaml|markdown|mixed|x-.{1,60}|vnd\..{1,60}|.{1,60}\+(?:json|xml|zip))$/

export function isMimeType(segments: readonly string[]): boolean {
  const [group = '', subtype = ''] = segments
  return segments.length === 2 && MIME_GROUPS.has(group) && MIME_SUBTYPE.test(subtype)
}

/** `<name>`, `{id}`, `${VAR}`, `your-project`, `foo`, `YYYY`, `...`: stands for something else. */
export function isPlaceholder(segment: string): boolean {
  if (/[<>…$]|(?<!\[)\.\.\./.test(segment) || /\{[^},]*\}/.test(segment)) return true
  if (
    /^your[-_]/i.test(segment) ||
    /^xxx|^Xxx|YYYY|^MM\b|^DD\b|NNN|XXX/.test(segment) ||
    segment === 'example'
  )
    return true
  const dot = segment.indexOf('.', 1)
  return PLACEHOLDERS.has((dot === -1 ? segment : segment.slice(0, dot)).toLowerCase())
}
