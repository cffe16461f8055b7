import type { Messages } from '../../en/messages/index.ts'

export const team: Messages['team'] = {
  badName: name => `${name} 不能作为团队名：请用小写字母、数字和 _，以字母开头`,

  found: '团队',
  notOn: 'store.kind 是 files：没有共享任何内容。请设为 postgres，并参阅 docs/team.md',
  onlyNotes: label => `${label} 没有共享：只有带 MEMORY.md 的笔记目录可以共享`,
  badNote: name => `没有接收团队的 ${JSON.stringify(name)}：笔记不会这样命名`,
  notTaken: file => `${file} 没有写入，它刚刚有改动；下次同步会再试`,
  notSent: (file, why) => `${file} 没有共享：${why}`,
  notText: '它不是纯文本',
  nextTime: file => `${file} 同时被另一台机器改动；请再运行一次 dream team sync`,
  allGone: label => `${label} 的笔记一下子全没了，因此没有向团队提出任何建议：是不是少了一块磁盘？`,
  purgedThere: (file, scope) => `${file}：团队在 ${scope} 里的副本已抹除，其他机器会收到通知`,
  purgeLater: (file, why) => `${file}：团队的副本会在下次 dream team sync 时抹除（${why}）`,

  help: {
    team: {
      summary: '通过 PostgreSQL 与团队共享的内容及其状态',
      options: {},
      examples: ['目录、机器和待处理事项', '立即同步'],
    },
    init: {
      summary: '为团队建立数据库，或更新其中的表；由数据库所有者运行',
      options: { team: '团队（默认：store.team）', member: '可以代表团队的数据库用户' },
      examples: ['为设置里的团队', '另一个团队及其两个用户'],
    },
    sync: {
      summary: '立即与团队同步共享目录',
      options: {},
      examples: ['发送本机的改动，接收别处的改动', '处理待决事项'],
    },
    work: {
      summary: '处理团队的共享笔记：向量、关系、内容相同的笔记',
      options: { once: '处理完就结束，用于定时器', atOnce: '同时处理的范围数（2）' },
      examples: ['直到停止', '处理完待办就结束'],
    },
    migrate: {
      summary: '把共享目录搬到 PostgreSQL，或搬回文件和内嵌索引',
      options: { to: 'postgres 或 files（默认：postgres）' },
      examples: ['全部发送，然后比较数量和哈希', '反方向'],
    },
  },

  status: {
    team: (name, address, machine) => `团队 ${name}，位于 ${address}；本机是 ${machine}`,
    figures: (records, scopes, machines, open) =>
      `${scopes} 个范围里有 ${records} 条笔记，最近由 ${machines} 台机器写入；${open} 个问题待决`,
    metric: (name, times, total) => `${name}：${times} 次共 ${total}（30 天）`,
    folder: (label, scope, notes, waiting) =>
      `${label} 以 ${scope} 共享：${notes} 条笔记，${waiting} 条等你处理`,
    noFolders: '没有共享任何目录。请在 store.folders 里写明（docs/team.md）',
    decide: '处理待决事项',
  },

  initialised: (address, name, from, to) =>
    from === to
      ? `${address}：表已是最新，团队 ${name} 已就绪`
      : `${address}：表已从版本 ${from} 更新到 ${to}，团队 ${name} 已就绪`,
  members: names => (names.length === 0 ? '用 --member 用户 授权数据库用户' : `成员：${names.join('、')}`),
  working: worker => `${worker} 正在为团队工作。按 Ctrl-C 停止`,
  worked: worker => `${worker} 已停止；已开始的工作没有丢失`,

  synced: {
    title: (label, scope) => `${label}（${scope}）`,
    counts: (sent, received, proposed) => `发送 ${sent}，接收 ${received}，向其他机器提议归档 ${proposed}`,
    received: file => `收到 ${file}`,
    waiting: items => `${items} 个问题等你决定：dream queue`,
  },

  moved: {
    counts: (label, scope, here, there, same) =>
      `${label}（${scope}）：本机 ${here} 条，数据库 ${there} 条，哈希相同 ${same} 条`,
    onlyHere: '只在本机',
    onlyThere: '只在数据库',
    differs: '内容不同',
    unindexed: notes => `${notes} 条笔记还没有向量：dream team work --once`,
    index: (rows, behind) => `内嵌索引：${rows} 个文档，缺 ${behind} 个`,
    whole: to => `两边内容相同。把 store.kind 设为 ${to} 即可在那边继续`,
    incomplete: () => '两边不同，见上；两边都没有丢失内容。请先处理待决事项（dream queue），再运行一次',
  },

  items: {
    subject: (file, scope) => `${file}（${scope}）`,
    words: {
      conflict: machine => `你和 ${machine} 都改了它`,
      incoming: machine => `${machine} 共享了一条含有指令的笔记`,
      removal: machine => `${machine} 提议归档它`,
      purged: machine => `${machine} 已从团队抹除它`,
      duplicate: machine => `另一条共享笔记内容相同（由 ${machine} 发现）`,
    },
    evidence: (agent, machine, written) => `由 ${machine} 上的 ${agent} 于 ${written} 写入`,
    because: {
      conflict: '哪个成立只能由人决定',
      incoming: '加载它的每个代理都会照做',
      removal: '别处的删除在这里只是建议',
      purged: '你的历史属于你：用 dream purge 在本机也抹除它',
      duplicate: '去掉哪一条只能由人决定',
    },
    keepMine: '保留你的，团队会收到它',
    takeTheirs: '采用团队的；你的留在历史里',
    changed: '它后来有改动。请再运行 dream queue',
    choose: '这只能由你决定：加 --goes theirs（你的成立）或 --goes mine（团队的成立）',
  },

  doctor: {
    again: '然后再运行 dream doctor',
    name: '在 store.folders 里写明要共享的目录（docs/team.md）',
    superuser: '正以超级用户使用数据库，对它没有任何限制',
    superuserFix: '请建立专用用户，并运行 dream team init --member 用户',
    failedJobs: jobs => `团队的 ${jobs} 个任务最终失败`,
    failedJobsFix: '排除原因，然后运行 dream team sync 和 dream team work --once',
    nobodyWorks: jobs => `团队的 ${jobs} 个任务等了一个多小时`,
    nobodyWorksFix: '请在一台常开的机器上运行 dream team work',
  },

  database: {
    someAddress: '所给的地址',
    notInstalled: packages =>
      `没有安装 PostgreSQL 的驱动。请运行 npm install ${packages}，或把 store.kind 设为 files`,
    unreachable: (where, why) =>
      `连不上 ${where} 的 PostgreSQL（${why}）。请检查服务器是否在运行、store.urlVariable 的地址是否正确；本机的一切照常`,
    refused: (where, why) => `${where} 的 PostgreSQL 拒绝登录（${why}）。请检查地址里的用户和密码`,
    'no-database': (where, why) =>
      `${where} 的 PostgreSQL 没有这个数据库（${why}）。请先 createdb，再运行 dream team init`,
    'not-a-member': (where, why, name) =>
      `${where} 的 PostgreSQL 不允许这个用户代表团队 ${name}（${why}）。请数据库所有者运行 dream team init --team ${name} --member 用户`,
    'no-tables': (where, why) =>
      `${where} 的数据库没有 Dream 的表（${why}）。请数据库所有者运行 dream team init`,
    'no-vector': (where, why) =>
      `${where} 的 PostgreSQL 没有 pgvector 0.8（${why}）。请在服务器上安装这个扩展，再运行 dream team init`,
    busy: (where, why) => `${where} 的 PostgreSQL 正忙（${why}）。请稍后再试`,
    'read-only': (where, why) =>
      `${where} 的 PostgreSQL 现在只读（${why}）：这是备用服务器。请用主服务器的地址`,
    'bad-address': (where, why) =>
      `${where} 不是 PostgreSQL 的地址（${why}）。应为 postgresql://用户@主机:5432/数据库`,
    failed: (where, why) => `${where} 的 PostgreSQL 出错：${why}`,
    olderTables: '数据库里的表比这个 Dream 旧。请数据库所有者运行 dream team init',
    newerTables: (version, known) =>
      `数据库由更新的 Dream 建立（版本 ${version}；这个版本只认识 ${known}）。请更新 Dream；没有改动任何内容`,
    noTeam: '这个用户在那里不属于任何团队。请数据库所有者运行 dream team init --member 用户',
    noVariable: variable =>
      `store.kind 是 postgres，而变量 ${variable} 是空的。请设为 postgresql://用户@主机:5432/数据库`,
  },
}
