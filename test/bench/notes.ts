/** Notes and what a person says of them. Written for this project. */
interface Labelled {
  readonly language: 'en' | 'zh'
  readonly label: boolean
}

export interface LabelledRule extends Labelled {
  readonly name: string
  readonly description: string
  readonly instruction: string
}

const rule = (
  language: 'en' | 'zh',
  label: boolean,
  name: string,
  description: string,
  instruction: string,
): LabelledRule => ({ language, label, name, description, instruction })

/** Whether what the memory demands stands in the instructions. */
export const RULES: readonly LabelledRule[] = [
  rule(
    'en',
    true,
    'Ask before pushing',
    'Never push to a shared branch without consent',
    '- Pushing to a shared branch needs consent: ask first, then push.',
  ),
  rule(
    'en',
    true,
    'Small pull requests',
    'Keep pull requests under 400 lines so that reviewers can read them',
    '- Pull requests stay under 400 lines; reviewers cannot read more.',
  ),
  rule(
    'en',
    true,
    'No sleeps in tests',
    'Tests must wait for a condition, never sleep for a fixed time',
    '## Tests\n\nNever sleep for a fixed time in tests. Wait for the condition.',
  ),
  rule(
    'en',
    true,
    'Migrations are reversible',
    'Every database migration needs a working down migration',
    '1. Every database migration comes with a working down migration.',
  ),
  rule(
    'en',
    true,
    'English in commits',
    'Commit messages are written in English, in the imperative',
    '- Write commit messages in English and in the imperative.',
  ),
  rule(
    'en',
    true,
    'Feature flags for risky changes',
    'Risky changes ship behind a feature flag that is off by default',
    '- A risky change ships behind a feature flag, off by default.',
  ),
  rule(
    'en',
    true,
    'Check the board',
    'New issues must be added to the project board with a status',
    'When you open an issue, add it to the project board and set its status; issues without a status get lost.',
  ),
  rule(
    'en',
    true,
    'Log with context',
    'Every log line carries the request id and the tenant',
    '- Log lines without request id and tenant are rejected.',
  ),
  rule(
    'en',
    false,
    'Ask before pushing',
    'Never push to a shared branch without consent',
    '- Branch names begin with the ticket number.',
  ),
  rule(
    'en',
    false,
    'No sleeps in tests',
    'Tests must wait for a condition, never sleep for a fixed time',
    '- Tests live beside the code that they test.',
  ),
  rule(
    'en',
    false,
    'Accessible colours',
    'Text needs a contrast of at least 4.5 to its background',
    '- Colours come from the theme; do not invent your own.',
  ),
  rule(
    'en',
    false,
    'Review within a day',
    'Reviews are answered within one working day',
    '- Ask for a review from the team that owns the code.',
  ),
  rule(
    'en',
    false,
    'Prices in cents',
    'Amounts of money are whole cents, never floating point',
    '- The shop sells books, games and vouchers in four countries.',
  ),
  rule(
    'en',
    false,
    'Stable test data',
    'Fixtures must not depend on the date of the run',
    '- Run the tests before you commit; fixtures are loaded by the setup script.',
  ),
  rule('zh', true, '推送前先询问', '未经同意不要推送到共享分支', '- 推送到共享分支之前必须先征得同意。'),
  rule(
    'zh',
    true,
    '测试里不要等待固定时间',
    '测试必须等待条件成立，不能休眠固定时间',
    '## 测试\n\n测试中不能休眠固定时间，必须等待条件成立。',
  ),
  rule(
    'zh',
    true,
    '迁移可以回滚',
    '每个数据库迁移都要有可用的回滚脚本',
    '1. 每个数据库迁移都必须提供可用的回滚脚本。',
  ),
  rule(
    'zh',
    true,
    '先讲概念再讲实现',
    '讲解时先说明概念是什么，再说明如何实现',
    '- **先概念后实现**：讲解时先说明概念是什么，再说明它如何实现。',
  ),
  rule('zh', false, '推送前先询问', '未经同意不要推送到共享分支', '- 分支名以任务编号开头。'),
  rule(
    'zh',
    false,
    '金额用整数分',
    '所有金额以分为单位保存，不使用浮点数',
    '- 商店在四个国家销售图书和游戏。',
  ),
  rule(
    'zh',
    false,
    '日志要带请求编号',
    '每行日志都要包含请求编号和租户',
    '- 日志文件保存在对象存储中三十天。',
  ),
]

export interface LabelledNote extends Labelled {
  readonly file?: string
  readonly type?: string
  readonly description?: string
  readonly body: string
}

/** Whether the note says that its work is done. */
export const WORK: readonly LabelledNote[] = [
  { language: 'en', label: true, body: '# Search rewrite\n\n**Status:** DONE\n\nThe new index is live.' },
  { language: 'en', label: true, body: '# Search rewrite\n\nStatus: ✅ Complete, see #88\n' },
  { language: 'en', label: true, body: '# Port change\n\n## Completed March 3, 2026\n\nAll services moved.' },
  { language: 'en', label: true, description: 'Search rewrite — SHIPPED 2026-04-01', body: 'Three steps.' },
  {
    language: 'en',
    label: true,
    description: 'RESOLVED: flaky login test, a race in the fixture',
    body: 'It was a race.',
  },
  {
    language: 'en',
    label: true,
    body: 'The plan had four parts.\n\nAll parts are done. Close this when you read it.',
  },
  { language: 'en', label: true, body: '# Cleanup - Completion Report\n\nNinety files fewer.' },
  { language: 'en', label: true, body: '- [x] parser\n- [x] writer\n- [x] docs\n' },
  {
    language: 'en',
    label: true,
    body: '## Part A — SHIPPED\n\nx\n\n## Part B — SHIPPED\n\ny\n\n## Part C — SHIPPED\n',
  },
  { language: 'en', label: true, body: 'Rollout notes.\n\nMigration complete. The old cluster is off.' },
  {
    language: 'en',
    label: true,
    body: 'In flight since May.\n\nThis note can be deleted, the branch was merged long ago.',
  },
  {
    language: 'en',
    label: false,
    body: '# Search rewrite\n\n**Status:** in progress\n\nThe index is half built.',
  },
  { language: 'en', label: false, body: '# Search rewrite\n\nStatus: blocked by the vendor\n' },
  { language: 'en', label: false, description: 'Search rewrite, nearly done', body: 'Two of three steps.' },
  { language: 'en', label: false, body: '- [x] parser\n- [x] writer\n- [ ] docs\n' },
  { language: 'en', label: false, body: 'A task is done when its tests are green and its docs are written.' },
  { language: 'en', label: false, body: 'Completed orders are kept for ten years.' },
  { language: 'en', label: false, body: 'The build reports DONE when it has finished; look for that word.' },
  { language: 'en', label: false, type: 'feedback', body: '**Status:** DONE\n\nAlways say so at the end.' },
  {
    language: 'en',
    label: false,
    file: 'retro_search.md',
    body: '# Search rewrite — DONE\n\nWhat we learned.',
  },
  {
    language: 'en',
    label: false,
    file: 'definition_of_done.md',
    body: '# Definition of done\n\nTests, docs, review.',
  },
  { language: 'en', label: false, body: 'Closed tickets are archived by the bot every Friday.' },
  { language: 'zh', label: true, body: '# 搜索重写\n\n状态：已完成\n' },
  { language: 'zh', label: true, body: '# 端口迁移\n\n完成日期：2026-03-03\n' },
  { language: 'zh', label: true, body: '计划分四步。\n\n全部任务已完成。' },
  { language: 'zh', label: true, description: '搜索重写（已发布）', body: '三个步骤。' },
  { language: 'zh', label: false, body: '# 搜索重写\n\n状态：进行中\n' },
  { language: 'zh', label: false, body: '完成之后要通知客服。' },
  { language: 'zh', label: false, body: '已完成的订单保存十年。' },
]

export interface LabelledDate {
  readonly language: 'en' | 'zh'
  readonly line: string
  /** What it meant on Wednesday, 2026-03-11; nothing where nobody can say, or it is no date. */
  readonly meant?: string
}

export const DATES: readonly LabelledDate[] = [
  { language: 'en', line: 'The certificate was renewed yesterday.', meant: '2026-03-10' },
  { language: 'en', line: 'Tomorrow the vendor turns the old API off.', meant: '2026-03-12' },
  { language: 'en', line: 'Agreed with design five days ago.', meant: '2026-03-06' },
  { language: 'en', line: 'We dropped IE support two years ago.', meant: '2024' },
  { language: 'en', line: 'The audit is next month.', meant: '2026-04' },
  { language: 'en', line: 'Load tests ran last week without errors.', meant: '2026-03-02 to 2026-03-08' },
  { language: 'en', line: 'The outage began last Saturday.', meant: '2026-03-07' },
  { language: 'en', line: 'Prod was down this morning.', meant: '2026-03-11' },
  { language: 'en', line: 'There is no cache today.' },
  { language: 'en', line: 'The whole port took shape in three days.' },
  { language: 'en', line: 'The release is next Monday.' },
  { language: 'en', line: 'Backups of the last week are kept.' },
  { language: 'en', line: 'If the job failed yesterday, run it again.' },
  { language: 'en', line: 'It was decided yesterday, 2026-02-02.' },
  { language: 'en', line: 'The column is called Last Month Revenue.' },
  { language: 'en', line: 'Released a fortnight ago.', meant: '2026-02-25' },
  { language: 'zh', line: '证书昨天已经续期。', meant: '2026-03-10' },
  { language: 'zh', line: '明天供应商关闭旧接口。', meant: '2026-03-12' },
  { language: 'zh', line: '五天前和设计确认过。', meant: '2026-03-06' },
  { language: 'zh', line: '下个月审计。', meant: '2026-04' },
  { language: 'zh', line: '上周压测没有错误。', meant: '2026-03-02 to 2026-03-08' },
  { language: 'zh', line: '上周六开始故障。', meant: '2026-03-07' },
  { language: 'zh', line: '今天早上线上中断。', meant: '2026-03-11' },
  { language: 'zh', line: '去年决定不再支持。', meant: '2025' },
  { language: 'zh', line: '今天仍然没有缓存。' },
  { language: 'zh', line: '前端和后端分开部署。' },
  { language: 'zh', line: '2025年之后不再维护。' },
  { language: 'zh', line: '后天性的缺陷很少。' },
]

export interface LabelledNames {
  readonly names: readonly [string, string]
  /** The older version; nothing where they are two notes. */
  readonly older?: string
}

export const NAMES: readonly LabelledNames[] = [
  { names: ['deploy.md', 'deploy_v2.md'], older: 'deploy.md' },
  { names: ['stack.md', 'stack-updated.md'], older: 'stack.md' },
  { names: ['roadmap_old.md', 'roadmap.md'], older: 'roadmap_old.md' },
  { names: ['commands_2026.md', 'commands_latest_2026.md'], older: 'commands_2026.md' },
  { names: ['onboarding.md', 'onboarding_final.md'], older: 'onboarding.md' },
  { names: ['部署_旧版.md', '部署.md'], older: '部署_旧版.md' },
  { names: ['week_12.md', 'week_13.md'] },
  { names: ['release_2026_01_05.md', 'release_2026_01_19.md'] },
  { names: ['tests.md', 'new_tests_policy.md'] },
  { names: ['new_hire.md', 'old_server.md'] },
  { names: ['api_v1_notes.md', 'api_v2_limits.md'] },
]
