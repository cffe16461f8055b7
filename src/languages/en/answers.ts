import type { Answers } from '../lexicon.ts'

/** For answers that sum up what others wrote. */
export const answers: Answers = {
  roles: {
    wife: 'wife spouse',
    husband: 'husband spouse',
    boyfriend: 'boyfriend',
    girlfriend: 'girlfriend',
    fiance: 'fiance fiancee',
    mother: 'mother mom mum',
    father: 'father dad',
    parent: 'parent',
    sister: 'sister',
    brother: 'brother',
    daughter: 'daughter',
    son: 'son',
    boss: 'boss',
    supervisor: 'supervisor',
    colleague: 'colleague coworker',
    employee: 'employee',
    landlord: 'landlord',
    roommate: 'roommate flatmate',
    neighbour: 'neighbour neighbor',
    client: 'client customer',
    accountant: 'accountant',
    lawyer: 'lawyer attorney',
    doctor: 'doctor physician',
    dentist: 'dentist',
    therapist: 'therapist',
    teacher: 'teacher tutor',
    coach: 'coach',
    investor: 'investor',
    advisor: 'advisor adviser',
    contractor: 'contractor',
    founder: 'cofounder co-founder',
    chief: 'CEO CTO CFO ceo cto cfo',
    manager: 'manager',
  },
  another: /\b(?:another|a second|a different|some other) (?:user|person|owner|human|customer|client)\b/gi,
  contact:
    /(?<![\w.:/-])\+\d[\d ()-]{7,18}\d(?![\w:/-])|(?<![\w.:/-])\(?\d{3,4}\)?[ -]\d{3}[ -]\d{3,4}(?![\w:/-])|\b\d{1,5} \p{Lu}\p{L}{2,20} (?:Street|St|Avenue|Ave|Road|Rd|Lane|Boulevard|Blvd|Drive)\b/u,
  asUser:
    /\b(?:the )?(?:user|owner|human)(?:'s)?\s+(?:said|says|wants?|wanted|asked|asks|decided|decides|prefers?|preferred|approved|approves|ordered|insists?|told|confirmed|authori[sz]ed|allowed|requires?|instruction|order|rule|decision|preference)\b/i,
  weekdays: 'monday|Mon tuesday|Tue wednesday|Wed thursday|Thu friday|Fri saturday|Sat sunday|Sun',
  scales: { thousand: 1e3, million: 1e6, billion: 1e9 },
  counts: 'one two three four five six seven eight nine ten eleven twelve',
  openings: `
    access account accounts active add added adds after agent agents all allow allowed also alert always and any app applies
    approach archive as ask asks assistant at auto automatic avoid backup backups bad based because before begin beta big blocked
    both bot branch broken browser budget bug bugs build builds built but by cache call calls can cannot cause caused chat check
    checks choose chose clean clear client cloud code command commands commit commits config confirm correct correction cost
    costs create cron current currently custom daily data database date day days deadline debug decided decision decisions
    default defaults delay delete deploy deploys design dev device disk do docker docs does domain don done draft drafts drop
    dropped due during each edit email emails empty end enough env error errors even every exact example except expect expects
    export external fail failed fails failure false fast feature file files final find first fix fixed fixes flag flow folder
    follow for force format found free from full future gateway get gets git give given goal goals good group had handle hard
    has hat have health help here high hold home host hosts hours how html human idea ideas if import important in index info
    input install instead internal into is issue issues it item items its job jobs journal journals just keep keeps key keys
    kill known large last late later latest launch layer lead learn learned learnt left lesson lessons let level light like
    likes limit limits line link links list live load local log login logs long look looks low machine main make makes manual
    many mark may memory merge message messages mode model models module monitor more most move moved moves much must name
    names need needs net network never new news next no node none nor not note notes now number of off ok old on once one only
    open or order other our out over own owner page part parts pass paths pay payment pending people per person phase pin
    pipeline plan plans platform plugin point policy port post prefer preferred prefers price problem process prod product
    production profile project projects proof public pull purpose push put query queue quick raw read reads ready real reason
    recipe release remote reply repo report reports request research reset rest restart result results retry review reviews
    risk role root route rule rules run runs safe same save say says scan schedule scope script scripts search second secret
    secrets section see seed seen send sends server servers service session sessions set sets setting settings setup share
    shell ship short should show side sign simple since single site size skill skills skip slow small so some source sources
    space speed sprint stable staff stage standard start starts state status step steps still stop storage store strict style
    sub such super support switch sync system table take takes talk target task tasks team tech template test tests text than
    that the their them then there these they thing this those three threshold through time timeout title to today todo token
    tokens tone tool tools top topic total trade trigger true trust try two type ui under until up update updates upload use
    used user users uses using value values version very via view wait waits want wants was watch way we web week weekly well
    were what when where which while who why will window wish with without work worker workers workflow works workspace would
    write writes wrong you your zone url urls api id ids cli pr prs utc ok`,
}
