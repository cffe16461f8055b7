/** Two notes of one subject, and what a person says of them. Written for this project. */
export interface LabelledPair {
  readonly language: 'en' | 'zh'
  readonly label: 'duplicate' | 'contradiction' | 'two notes'
  readonly a: string
  readonly b: string
}

const pair = (language: 'en' | 'zh', label: LabelledPair['label'], a: string, b: string): LabelledPair => ({
  language,
  label,
  a,
  b,
})

export const PAIRS: readonly LabelledPair[] = [
  // The same, in the same or nearly the same words.
  pair(
    'en',
    'duplicate',
    'Run the suite with npm test before every push.',
    'Run the suite with npm test before every push.',
  ),
  pair(
    'en',
    'duplicate',
    'Run the whole suite before every push to main.',
    'Before every push to main, run the whole suite.',
  ),
  pair(
    'en',
    'duplicate',
    'The staging database is restored from the nightly backup every Monday morning.',
    'Every Monday morning the staging database is restored from the nightly backup.',
  ),
  pair(
    'en',
    'duplicate',
    'Feature flags live in flags.yaml and are read once at startup.',
    'Feature flags live in flags.yaml; they are read once at startup.',
  ),
  pair(
    'en',
    'duplicate',
    'Invoices are numbered by customer and year, never reused.',
    'Invoices are numbered by customer and by year, never reused.',
  ),
  pair(
    'en',
    'duplicate',
    'Payments retry three times with a growing pause, then page the owner.',
    'Payments retry three times, with a growing pause, and then page the owner.',
  ),
  pair(
    'en',
    'duplicate',
    'Ask Mara before touching the billing tables.',
    'Ask Mara before touching the billing tables!',
  ),
  pair(
    'en',
    'duplicate',
    'Screenshots for the store are made on a device, not in the simulator, because fonts differ.',
    'Because fonts differ, screenshots for the store are made on a device, not in the simulator.',
  ),
  pair('zh', 'duplicate', '每次推送之前先运行全部测试。', '每次推送之前先运行全部测试。'),
  pair('zh', 'duplicate', '预发布数据库每周一早上从夜间备份恢复。', '每周一早上从夜间备份恢复预发布数据库。'),
  pair(
    'zh',
    'duplicate',
    '功能开关写在 flags.yaml 里，启动时读取一次。',
    '功能开关写在 flags.yaml 里，只在启动时读取一次。',
  ),
  pair('zh', 'duplicate', '发票按客户和年份编号，不会重复使用。', '发票按客户和年份编号，绝不会重复使用。'),
  // The same words about another value: two facts.
  pair(
    'en',
    'two notes',
    'The API listens on port 8080 behind the proxy.',
    'The API listens on port 9090 behind the proxy.',
  ),
  pair(
    'en',
    'two notes',
    'The nightly job runs at 02:00 UTC on the small worker.',
    'The nightly job runs at 04:30 UTC on the small worker.',
  ),
  pair(
    'en',
    'two notes',
    'Upgraded the parser to version 4.2 and all tests pass.',
    'Upgraded the parser to version 4.3 and all tests pass.',
  ),
  pair(
    'en',
    'two notes',
    'Alice reviews changes to the mobile client.',
    'Bob reviews changes to the mobile client.',
  ),
  pair(
    'en',
    'two notes',
    'The cache expires after ten minutes in production.',
    'The cache expires after sixty minutes in production.',
  ),
  pair(
    'en',
    'two notes',
    'Logs of the checkout service go to the blue bucket.',
    'Logs of the search service go to the blue bucket.',
  ),
  pair(
    'en',
    'two notes',
    'Deploys need one approval from the platform team.',
    'Deploys need two approvals from the platform team.',
  ),
  pair(
    'en',
    'two notes',
    'The customer portal is written in Go.',
    'The customer portal is documented in the wiki.',
  ),
  pair('zh', 'two notes', '接口服务监听 8080 端口。', '接口服务监听 9090 端口。'),
  pair('zh', 'two notes', '夜间任务在凌晨两点运行。', '夜间任务在凌晨四点运行。'),
  pair('zh', 'two notes', '移动端的修改由小王审核。', '移动端的修改由小李审核。'),
  pair('zh', 'two notes', '支付失败时重试三次。', '支付失败时重试五次。'),
  // One says to do what the other says not to do.
  pair(
    'en',
    'contradiction',
    'Always use tabs for indentation in this project.',
    'Never use tabs for indentation in this project.',
  ),
  pair('en', 'contradiction', 'Use mocks in the service tests.', 'Avoid mocks in the service tests.'),
  pair(
    'en',
    'contradiction',
    'Commit generated files to the repository.',
    'Do not commit generated files to the repository.',
  ),
  pair(
    'en',
    'contradiction',
    'Prefer composition over inheritance in the widgets.',
    "Don't prefer composition over inheritance in the widgets.",
  ),
  pair(
    'en',
    'contradiction',
    'Enable strict mode for new packages.',
    'Disable strict mode for new packages.',
  ),
  pair(
    'en',
    'contradiction',
    'Squash commits when merging feature branches.',
    'Never squash commits when merging feature branches.',
  ),
  pair('en', 'contradiction', 'Use Redis for session storage.', 'Stop using Redis for session storage.'),
  pair(
    'en',
    'contradiction',
    'Always add a changelog entry for fixes.',
    "Don't add a changelog entry for fixes.",
  ),
  pair('zh', 'contradiction', '总是使用制表符缩进。', '从不使用制表符缩进。'),
  pair('zh', 'contradiction', '服务测试中使用模拟对象。', '服务测试中不要使用模拟对象。'),
  pair('zh', 'contradiction', '用 Redis 保存会话。', '不要用 Redis 保存会话。'),
  pair('zh', 'contradiction', '启用严格模式。', '禁用严格模式。'),
  pair('zh', 'contradiction', '优先使用组合。', '避免使用组合。'),
  // A successor says so itself.
  pair(
    'en',
    'contradiction',
    'Use Yarn for installing packages.',
    'We no longer use Yarn for installing packages.',
  ),
  pair(
    'en',
    'contradiction',
    'Use Jenkins for the release builds.',
    'Use Buildkite instead of Jenkins for the release builds.',
  ),
  pair(
    'en',
    'contradiction',
    'Use REST for internal calls.',
    'As of May, do not use REST for internal calls.',
  ),
  pair('zh', 'contradiction', '使用 Jenkins 构建发布包。', '不再使用 Jenkins 构建发布包，改为 Buildkite。'),
  pair('zh', 'contradiction', '使用 Yarn 安装依赖。', '不再使用 Yarn 安装依赖。'),
  // Both hold.
  pair('en', 'two notes', 'Use mocks in unit tests.', 'Avoid mocks in integration tests.'),
  pair('en', 'two notes', 'Always use tabs in Makefiles.', 'Never use tabs in YAML files.'),
  pair('en', 'two notes', 'Use tabs for indentation.', 'Avoid mocks in the service tests.'),
  pair('en', 'two notes', 'Never push to main without a review.', 'Push to main after a review.'),
  pair('en', 'two notes', 'Prefer small functions.', 'Prefer early returns.'),
  pair('en', 'two notes', 'Do not log personal data.', 'Log request identifiers.'),
  pair('en', 'two notes', 'The importer does not build on Windows.', 'The importer builds on Linux.'),
  pair('en', 'two notes', 'Avoid global state in the renderer.', 'The renderer keeps its state in a store.'),
  pair('zh', 'two notes', '单元测试中使用模拟对象。', '集成测试中不要使用模拟对象。'),
  pair('zh', 'two notes', '不要记录个人数据。', '总是记录请求编号。'),
  pair('zh', 'two notes', '用户可以导出报表。', '不要用全局变量。'),
]
