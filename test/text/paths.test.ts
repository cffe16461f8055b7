import { describe, expect, it } from 'vitest'
import { findReferences } from '../../src/text/references.ts'

const paths = (body: string, description?: string) =>
  findReferences(description, body).references.flatMap(one =>
    one.kind === 'path' ? [`${one.shape} ${one.path}`] : [],
  )

describe('paths in prose', () => {
  it.each([
    'py',
    'ts',
    'tsx',
    'js',
    'json',
    'md',
    'yaml',
    'yml',
    'sh',
    'go',
    'rs',
    'java',
    'sql',
    'css',
    'toml',
    'kt',
    'cs',
    'csproj',
    'vue',
    'tf',
    'gd',
  ])('D4 a slash and .%s make a path', extension => {
    expect(paths(`The file src/auth/login.${extension} does it.`)).toEqual([
      `file src/auth/login.${extension}`,
    ])
  })

  it.each([
    ['src/a.ts:12', 'src/a.ts'],
    ['src/a.ts:12-20', 'src/a.ts'],
    ['src/a.ts:12:5', 'src/a.ts'],
    ['src/a.ts#L10', 'src/a.ts'],
    ['src/a.cs(12)', 'src/a.cs'],
    ['src/a.ts.', 'src/a.ts'],
    ['src/a.ts, then', 'src/a.ts'],
    ['(src/a.ts)', 'src/a.ts'],
    ['"src/a.ts"', 'src/a.ts'],
    ["src/a.py's", 'src/a.py'],
    ['src/a.ts?raw', 'src/a.ts'],
    ['**src/a.ts**', 'src/a.ts'],
    ['*src/a.ts*', 'src/a.ts'],
    ['src/a.ts…', 'src/a.ts'],
    ['src/a.ts!?', 'src/a.ts'],
    ['./src/a.ts', 'src/a.ts'],
    ['@/lib/a.ts', 'lib/a.ts'],
    ['src\\auth\\a.cs', 'src/auth/a.cs'],
    ['tests/\\_\\_init\\_\\_.py', 'tests/__init__.py'],
    ['--config=src/a.json', 'src/a.json'],
    ['HEAD:src/a.ts', 'src/a.ts'],
    ['tests/test_a.py::test_b', 'tests/test_a.py'],
    ['src/a.ts->', 'src/a.ts'],
    ['src/a.ts→', 'src/a.ts'],
    ['<src/a.ts>', 'src/a.ts'],
    ['app/(auth)/[id]/page.tsx', 'app/(auth)/[id]/page.tsx'],
    ['app/[...slug].tsx', 'app/[...slug].tsx'],
    ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
    ['frontend/.env.local', 'frontend/.env.local'],
    ['docker/Dockerfile', 'docker/Dockerfile'],
    ['Acme.App/Program.cs', 'Acme.App/Program.cs'],
    ['../other/a.ts', '../other/a.ts'],
    ['src/größe.ts', 'src/größe.ts'],
  ])('D4 %s is %s', (text, path) => {
    expect(paths(`x ${text} y`)).toEqual([`file ${path}`])
  })

  it('D4 stands next to Chinese, Japanese and Korean without a space', () => {
    expect(paths('修改src/auth/login.ts文件，以及src/b.py和src/c.go。')).toEqual([
      'file src/auth/login.ts',
      'file src/b.py',
      'file src/c.go',
    ])
    expect(paths('src/a.ts를 고친다')).toEqual(['file src/a.ts'])
    expect(paths('见「docs/设计.md」')).toEqual(['file docs/设计.md'])
  })

  it.each([
    'src/**/*.test.ts',
    'src/*.ts',
    'src/{a,b}.ts',
    'src/a?c.ts',
    'src/a.{ts,tsx}',
    'src/x/{a.py,b.yaml}',
    '**/*.md',
  ])('D4 the glob %s is a path', glob => {
    expect(paths(`see \`${glob}\` here`)).toEqual([`file ${glob}`])
    expect(paths(`see ${glob} here`)).toEqual([`file ${glob}`])
  })

  it.each([
    'https://x.org/a/b.js',
    'http://x.org/a.html?b=/c/d.md',
    's3://bucket/a/b.json',
    'github.com/x/y.js',
    'example.com/a.html',
    'raw.githubusercontent.com/o/r/main/a.sh',
    'localhost:3000/static/app.js',
    'http://localhost/a.js',
    '127.0.0.1/a.js',
    '127.0.0.1:8080/a.json',
    '>=1.2.0/<2.0.0',
    'application/json',
    'image/svg+xml',
    '2026/03/04',
    '2026-03-04/05',
    'and/or',
    'I/O',
    'TCP/IP',
    'n/a',
    '24/7',
    '1/2',
    '@scope/name',
    '@scope/name/dist/index.js',
    'lodash/fp',
    'node:fs',
    'origin/main',
    'feature/login',
    '/api/v1/users',
    'GET /api/report.json',
    'POST /hooks/run.sh',
    'next.js',
    'React/Node.js',
    'Node.js/Next.js',
    'socket.io',
    'foo.bar',
    'process.env',
    'package.version',
    'src/auth',
    'config.json',
    'CLAUDE.md/AGENTS.md',
    '</div>',
    'a//b.ts',
    'node_modules/x/index.js',
    'me@x.org/a.js',
  ])('D4 %s is no path', text => {
    expect(paths(`x ${text} y`)).toEqual([])
  })
})

describe('paths in backticks', () => {
  it.each([
    ['src/auth/login.ts', 'file src/auth/login.ts'],
    ['login.ts', 'bare login.ts'],
    ['settings.local.json', 'bare settings.local.json'],
    ['.mcp.json', 'bare .mcp.json'],
    ['login.ts:12', 'bare login.ts'],
    ['python build.py --fast', 'bare build.py'],
    ['test_auth_*.py', 'bare test_auth_*.py'],
    ['src/auth/', 'folder src/auth'],
    ['src/', 'folder src'],
    ['src/auth', 'folder src/auth'],
    ['.github/workflows', 'folder .github/workflows'],
    ['Acme.Web/Pages/Shared', 'folder Acme.Web/Pages/Shared'],
    ['src/**', 'file src/**'],
    ['~/.zshrc', 'home ~/.zshrc'],
    ['~/projects/x', 'home ~/projects/x'],
    ['$HOME/x/a.sh', 'home $HOME/x/a.sh'],
    ['\u0024{HOME}/x/a.sh', 'home $HOME/x/a.sh'],
    ['/etc/hosts/x', 'absolute /etc/hosts/x'],
    ['/home/me/x', 'absolute /home/me/x'],
    ['/Users/me/notes.md', 'absolute /Users/me/notes.md'],
    ['/static/app.js', 'absolute /static/app.js'],
    ['C:\\Work\\app', 'absolute C:/Work/app'],
    ['C:\\Work\\app\\main.cs', 'absolute C:/Work/app/main.cs'],
    ['D:/x/y.md', 'absolute D:/x/y.md'],
    ['path/to/file.ts', 'placeholder path/to/file.ts'],
    ['/path/to/file.ts', 'placeholder /path/to/file.ts'],
    ['src/<name>/index.ts', 'placeholder src/<name>/index.ts'],
    ['<name>.md', 'placeholder <name>.md'],
    ['your-project/src/a.ts', 'placeholder your-project/src/a.ts'],
    ['example/a.ts', 'placeholder example/a.ts'],
    ['foo/bar.ts', 'placeholder foo/bar.ts'],
    ['foo.ts', 'placeholder foo.ts'],
    ['src/xxx/a.ts', 'placeholder src/xxx/a.ts'],
    ['src/.../a.ts', 'placeholder src/.../a.ts'],
    ['src/…/a.ts', 'placeholder src/…/a.ts'],
    ['\u0024{ROOT}/a.ts', 'placeholder \u0024{ROOT}/a.ts'],
    ['$ROOT/a.ts', 'placeholder $ROOT/a.ts'],
    ['logs/YYYY/MM.md', 'placeholder logs/YYYY/MM.md'],
    ['src/{name}/a.ts', 'placeholder src/{name}/a.ts'],
    ['a/b/c.md', 'placeholder a/b/c.md'],
    ['docs/设计/说明.md', 'file docs/设计/说明.md'],
  ])('D4 `%s` is %s', (text, expected) => {
    expect(paths(`x \`${text}\` y`)).toEqual([expected])
  })

  it.each([
    'next.js',
    'Vue.js',
    'socket.io',
    'foo.bar',
    'foo.bar()',
    'response.json()',
    'process.env',
    'import.meta.env',
    'this.state.html',
    'console.log',
    'package.version',
    '.ts',
    '.test.ts',
    '*.ts',
    '*.test.ts',
    'application/json',
    'text/event-stream',
    'lodash/fp',
    'npm/cli',
    'owner/repo',
    '@scope/name',
    'node:fs/promises',
    'actions/cache@v4',
    'actions/cache/restore@v4',
    'origin/main',
    'feature/login',
    'fix/*',
    '/api/v1/users',
    '/api/users/:id',
    'api/v1/users',
    'GET /api/report.json',
    'GET/POST/PUT',
    '2026/03/04',
    's/foo/bar/',
    '<br/>',
    '/slash-command',
    'cd src && ls',
    'feat/{x,y}',
  ])('D4 `%s` is no path', text => {
    expect(paths(`x \`${text}\` y`)).toEqual([])
  })

  it('D4 several names in one are several', () => {
    expect(paths('`CLAUDE.md/AGENTS.md`')).toEqual(['bare CLAUDE.md', 'bare AGENTS.md'])
    expect(paths('`src/Login.h/.cpp`')).toEqual(['file src/Login.h'])
  })

  it('D4 a fence names files, but no bare names or folders', () => {
    expect(paths('```sh\ncat src/a.ts b.ts src/auth/\n```')).toEqual(['file src/a.ts'])
  })

  it('D4 nothing counts inside a comment', () => {
    expect(paths('<!-- src/a.ts -->')).toEqual([])
  })
})

describe('paths in the description', () => {
  it('D4 quotes do there what backticks do elsewhere', () => {
    expect(paths('', 'see "src/auth" and \'login.ts\', not login.js; also src/b.ts')).toEqual([
      'folder src/auth',
      'bare login.ts',
      'file src/b.ts',
    ])
    expect(paths('see "src/auth" and "login.ts"')).toEqual([])
  })
})

describe('the list of references', () => {
  it('names each path once, in order, with its first line and its own spelling', () => {
    const { references } = findReferences(
      'in src/c.ts',
      'a\n`src/a.ts:3`\nsrc/b.ts src/a.ts\r\nsrc/c.ts\rsrc/d.ts',
    )
    expect(references).toEqual([
      { kind: 'path', path: 'src/c.ts', text: 'src/c.ts', shape: 'file', line: 0 },
      { kind: 'path', path: 'src/a.ts', text: 'src/a.ts:3', shape: 'file', line: 2 },
      { kind: 'path', path: 'src/b.ts', text: 'src/b.ts', shape: 'file', line: 3 },
      { kind: 'path', path: 'src/d.ts', text: 'src/d.ts', shape: 'file', line: 5 },
    ])
  })

  it('ends at 500', () => {
    const body = Array.from({ length: 900 }, (_, at) => `src/a${at}.ts`).join(' ')
    expect(findReferences(undefined, body).references).toHaveLength(500)
  })
})

describe('URLs', () => {
  const urls = (body: string) => findReferences(undefined, body).urls

  it('finds http and https, in prose and in code, once', () => {
    expect(urls('https://a.org/x, `http://b.org` and https://a.org/x; ftp://c.org')).toEqual([
      'https://a.org/x',
      'http://b.org',
    ])
  })

  it('leaves out what belongs to the sentence', () => {
    expect(urls('(see https://x.org/a).')).toEqual(['https://x.org/a'])
    expect(urls('https://x.org/a_(b)')).toEqual(['https://x.org/a_(b)'])
    expect(urls('[x](https://x.org/a)')).toEqual(['https://x.org/a'])
    expect(urls('**https://x.org/a**')).toEqual(['https://x.org/a'])
    expect(urls('见https://x.org/a。然后')).toEqual(['https://x.org/a'])
    expect(urls('<https://x.org/a>')).toEqual(['https://x.org/a'])
    expect(urls('https:// and http://')).toEqual([])
  })
})
