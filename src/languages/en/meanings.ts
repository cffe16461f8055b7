/** Words and phrases of one line mean the same, where notes about work are compared. */
export const SYNONYMS = `
  answer / reply / response / respond
  emoji / emojis / emoticon / pictogram / smiley
  float / floating point / floats
  customer / client
  bug / fault / defect
  repo / repository
  database / db
  folder / directory / dir
  documentation / docs / doc
  config / configuration / settings / setting
  pr / pull request / prs / merge request
  production / prod / live system
  environment / env
  begin / start / commence
  finish / complete / done / through / over with
  delete / remove / erase
  choose / pick / select
  show / display
  large / big / huge
  small / little
  fast / quick / rapid
  phone / mobile / smartphone
  ui / ux / interface / user interface
  deadline / due / due date
  licence / license
  colour / color
  mock / mocks / mocking / mocked / fake / stub
  real / actual / genuine
  developer / engineer / programmer / dev
  manager / boss
  own / owns / belong to / belongs to / owner / owned
  email / e-mail / mail
  dashboard / board
  buy / purchase / pay for
  person / somebody / someone
  short / brief / concise / terse / brevity
  summary / summaries / recap
  deploy / deployment / deploys / deploying / roll out / rollout
  release / releases / ship / ships / shipped
  build / builds
  approve / approval / approving / sign off / okay'd
  review / reviewer / reviews / reviewers
  employee / staff
  vehicle / car
  photo / picture / image
  trousers / pants
  flat / apartment
  holiday / vacation
  autumn / fall
  supplier / vendor
  meeting / meetings
  standup / stand-up / daily meeting
  logging / log / logs
  store / keep / save / stored / kept
  contact / reach
  fix / repair / hotfix
  test / tests / testing
  commit / commits
  comment / comments
  lint / linter / linting
  edit / modify / alter / touch
  create / make
  whole / entire / integer / integers
  cents / cent
  seat / seats
  supply / supplied / power / run on / runs on
  attach / include
  open with / lead with / begin with
  details / detail / elaborate
  result / answer first
  outage / downtime
  every / each / all
  child / kid
  allergy / allergic
  doctor / physician
  lawyer / attorney
  teach / teaches / teacher
  live / lives / reside / based / moved to / relocated to / relocating to
  move / relocate
  like / prefer / enjoy
  hate / dislike
  secret / credential / password
  table / tables
  column / columns
  typescript / ts
  javascript / js
  kubernetes / k8s
  postgres / postgresql / pg
  mongo / mongodb
  frontend / front end / front-end
  backend / back end / back-end
  website / site / web site
  branch / branches
  warehouse / warehouses
  shop / store front
  monday meeting / planning
  latency / response time
  receive / receives / get
  price / cost / costs / charge
  salary / pay
  retry / retries / attempts / tries
  timeout / time out / times out / timed out
  limit / maximum / max / cap / ceiling / at most
  minimum / min / at least / floor
  worker / workers
  rebuild / rebuilt
`

/** Of one thing only one side holds. Colours, levels, tools and the like exclude each other too. */
export const OPPOSITES = `
  open | closed / close / shut
  on / enabled / enable / enables / turn on / switch on / activated / activate | off / disabled / disable / disables / turn off / switch off / deactivated / deactivate
  start / begin / starts / started | stop / stops / stopped / end
  first | last
  newest / latest / descending / newest first | oldest / ascending / oldest first
  include / includes / included / inclusive / including | exclude / excludes / excluded / exclusive / excluding / half-open
  allow / allowed / allows / permit / permitted | forbid / forbidden / ban / banned / prohibit / prohibited / disallow / not allowed
  accept / accepted / accepts / approve / approved / approves | reject / rejected / rejects / decline / declined / refuse / refused / denied
  always | never
  everything / every / all | nothing / none / no one / nobody
  increase / increased / raise / raised / rise / grow | decrease / decreased / lower / lowered / reduce / reduced / fall / shrink
  formal / formally | informal / informally / casual / friendly
  short / brief / concise / terse / shorter | long / detailed / verbose / longer / lengthy / thorough
  tabs / tab | spaces / space
  public | private
  optional | mandatory / required / compulsory / obligatory
  sync / synchronous | async / asynchronous
  online | offline
  paid / paying | free / free of charge
  hot | cold
  manual / manually / by hand | automatic / automatically / automated
  local / locally / on the machine | remote / remotely / in the cloud
  strict | lenient / loose / lax
  single / singular | multiple / several / plural
  pass / passes / passed / succeed / succeeded / green | fail / fails / failed / red
  present | absent / missing
  full / full-time | empty / part-time
  safe | unsafe / dangerous
  stable | unstable / flaky
  like / likes / love / loves / enjoy / enjoys | dislike / dislikes / hate / hates
  monorepo / one repository | polyrepo / separate repositories / multi-repo
  squash / squash-merge / squash merge / squashed | merge commit / merge commits | rebase / rebasing
  mutable | immutable
  static | dynamic
  encrypted | unencrypted / plain text / plaintext
  signed | unsigned
  visible / shown / show | hidden / hide / invisible
  installed | uninstalled
  frozen / freeze / locked | unfrozen / unlocked / open again
  active | inactive / dormant
  alive | dead
  early / earlier | late / later
  larger / bigger / above / more than / greater / over / at least / higher | smaller / below / less than / under / at most / fewer
  push / pushes / pushed | pull / pulls / fetch / fetches / pulled
  buyer / buyers | seller / sellers
  upload | download
  won / win / wins | lost / lose / loses
  married | divorced / unmarried
  keep / keeps | drop / drops / discard
  wanted / welcome | unwanted / unwelcome
  eager | lazy
  indoors / inside | outdoors / outside
  before | after
  left | right
  top | bottom
  up | down
  vertical | horizontal
  light mode / light theme | dark mode / dark theme
  morning / mornings | afternoon / afternoons | evening / evenings | night / at night
  uppercase / upper case | lowercase / lower case
  camelcase / camel case | snakecase / snake_case / snake case | kebab-case / kebab case
  vegetarian / vegan | meat eater
  single quotes | double quotes
  debug / debug level | info level | warn / warning level / warn level | error level
  npm | yarn | pnpm | bun
  postgres / postgresql | mysql | mariadb | sqlite | mongodb / mongo | dynamodb | oracle
  redis | memcached
  rabbitmq / rabbit | kafka | nats | sqs
  rest | graphql | grpc
  react | vue | angular | svelte
  webpack | vite | rollup | esbuild | parcel
  jest | vitest | mocha
  github actions | gitlab ci | jenkins | circleci | travis
  github | gitlab | bitbucket
  aws | azure | gcp / google cloud
  bash | zsh | fish | powershell
  vim | emacs | vs code / vscode | intellij
  json | yaml | toml | xml
  csv | xlsx / spreadsheet / spreadsheets / excel | pdf
  mit | apache | gpl | agpl | bsd
  linux | windows | macos | ubuntu | debian
  slack | teams | discord | zulip
  notion | confluence | google docs / drive | sharepoint
  jira | linear | trello | asana
  utc | local time
  utf-8 | latin-1 | gbk
  red | green | blue | yellow | orange | purple | black | white | teal | pink | brown | grey / gray
  english | french | german | spanish | italian | chinese | japanese | portuguese | dutch | polish
`

/** Different rules may hold for each of these: they are no contradiction. */
export const SCOPES = `
  unit test / unit tests / unit | integration test / integration tests / integration | end-to-end / e2e
  test / tests / testing / test profile | production / prod | staging | development
  main / master / trunk | feature branch / own branch / own feature branch / branches
  internal / internally / inside the team / in-house | external / externally / customers / public / customer
  import / imports / incoming / inbound / importer | export / exports / outgoing / outbound / exporter
  frontend / client side | backend / server side / server
  mobile / phone / app | desktop / laptop / web
  weekday / weekdays | weekend / weekends
  summer | winter | spring | autumn
  free tier / free plan | team tier / team plan | enterprise / pro tier
  minor / minor version / minor versions | major / major version / major versions | patch
  new / new code | old / existing / legacy
  public api | private api
  read / reads | write / writes
  code | chat / conversation / prose
  commits / commit messages | documentation / docs
  home / private | work / office
  small / short | large / long
  input | output
  junior | senior
`
