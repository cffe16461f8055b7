import type { Lexicon } from './lexicon.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

export const ENGLISH: Lexicon = {
  language: 'en',
  projects:
    'Atlas Borealis Cinder Dragonfly Ember Falcon Glacier Harbour Indigo Juniper Kestrel Lantern Meridian Nimbus Orchard Pebble Quartz Raven Saffron Thistle Umbra Vesper Willow Xenon Yarrow Zephyr Acorn Bramble Cobalt Dahlia Echo Fjord Garnet Hazel Ivory Jasper Koi Lilac Marble Nectar Onyx Poppy Quill Rowan Sable Tundra Ultra Violet Walnut Yucca Zinnia Aster Birch Clover Dune Elm Fern Grove Heron Iris'.split(
      ' ',
    ),
  people:
    'Amelia Bruno Clara Dmitri Elena Farid Greta Hugo Ines Jonas Katya Leon Marta Nils Olga Pavel Quentin Rosa Stefan Tilda Ugo Vera Wim Yusuf Zoe Anouk Boris Celine Diego Edda'.split(
      ' ',
    ),
  habits: [
    {
      marks: ['short', 'answer'],
      says: [
        'User prefers short answers',
        'The user likes answers to be short',
        'Short answers please, says the user',
      ],
    },
    {
      marks: ['oat', 'milk'],
      says: [
        'Drinks coffee with oat milk',
        'Oat milk in the coffee, as always',
        'Takes oat milk with coffee',
      ],
    },
    {
      marks: ['peanut'],
      says: [
        'Is allergic to peanuts',
        'Cannot eat peanuts because of an allergy',
        'The allergy is to peanuts',
      ],
    },
    {
      marks: ['window', 'seat'],
      says: [
        'On trains the user books a window seat',
        'Wants a window seat when travelling by train',
        'Always a window seat on the train',
      ],
    },
    {
      marks: ['metric'],
      says: [
        'Use metric units in all reports',
        'Reports should have metric units',
        'Metric units in reports, not imperial ones',
      ],
    },
    {
      marks: ['piano'],
      says: [
        'Practises the piano on Sunday afternoons',
        'Sunday afternoon is piano practice',
        'Plays piano every Sunday afternoon',
      ],
    },
    {
      marks: ['invoice', 'pdf'],
      says: [
        'Invoices go to the client as PDF',
        'Send invoices to clients as PDF files',
        'Clients get their invoices in PDF form',
      ],
    },
    {
      marks: ['swim'],
      says: [
        'Swims in the lake before work',
        'Before work there is a swim in the lake',
        'Goes swimming in the lake in the mornings before work',
      ],
    },
    {
      marks: ['podcast'],
      says: [
        'Listens to history podcasts while cooking',
        'History podcasts are on while cooking',
        'Cooking time is for podcasts about history',
      ],
    },
    {
      marks: ['fountain', 'pen'],
      says: [
        'Writes drafts with a fountain pen',
        'First drafts are written with a fountain pen',
        'Uses a fountain pen for drafts',
      ],
    },
    {
      marks: ['standing', 'desk'],
      says: [
        'Works at a standing desk in the afternoon',
        'In the afternoon the standing desk is used for work',
        'Afternoons are at the standing desk',
      ],
    },
    {
      marks: ['friday', 'deploy'],
      says: ['Never deploy on a Friday', 'No deploys on Fridays', 'Deploying on Friday is forbidden'],
    },
    {
      marks: ['vegetarian'],
      says: [
        'Cooks vegetarian during the week',
        'Weekdays are vegetarian at home',
        'During the week the cooking is vegetarian',
      ],
    },
    {
      marks: ['tabs'],
      says: ['Indents code with tabs', 'Code is indented with tabs, please', 'Wants tabs for indenting code'],
    },
    {
      marks: ['greek'],
      says: [
        'Is learning Greek with flash cards',
        'Greek lessons go on with flash cards',
        'Learns Greek by flash cards',
      ],
    },
    {
      marks: ['changelog'],
      says: [
        'Every pull request needs a changelog line',
        'A changelog line belongs in each pull request',
        'Pull requests come with a changelog line',
      ],
    },
  ],
  decisions: [
    'Decided to use Postgres for {name}',
    'We settled on a monthly subscription for {name}',
    'Agreed to hire a freelancer for the {name} design',
    'Going with the Hamburg supplier for {name}',
    'Decided that {name} ships without the mobile app',
    'From now on the {name} budget is approved by the board',
  ],
  corrections: [
    'Correction: {name} is run by the Vienna office, not by Graz',
    'No, the {name} contract is with the city, not with the state',
    'That was wrong: {name} has two sponsors',
  ],
  persons: [
    '{name} is our new accountant',
    'Our landlord is called {name}, says the contract: {name} is the landlord of the office',
    '{name} is the designer of the agency',
    "My sister's partner is {name}",
    '{name} became head of procurement at the client',
    'My dentist is {name}',
  ],
  deadlines: [
    'The {name} report is due on {day}',
    'Deadline for the {name} grant is {day}',
    'The {name} exhibition opens, materials must be submitted by {day}',
    'The {name} licence expires on {day}',
  ],
  changes: [
    {
      values: ['5000', '7500', '9200', '12000', '3100', '6400', '8800', '4300'],
      first: ['The {name} budget is {a} euros', 'The budget of {name} is {a} euros'],
      later: 'The {name} budget was raised to {b} euros',
    },
    {
      values: ['09:00', '10:30', '14:15', '16:45', '08:20', '11:50', '13:10', '15:35'],
      first: ['The weekly {name} call is at {a}', 'The {name} call takes place weekly at {a}'],
      later: 'The weekly {name} call moved to {b}',
    },
    {
      values: ['Lisbon', 'Oslo', 'Prague', 'Turin', 'Ghent', 'Malmo', 'Porto', 'Basel'],
      first: ['The {name} team sits in {a}', 'The team of {name} sits in {a}'],
      later: 'The {name} team now sits in {b}',
    },
  ],
  projectsBegin: [
    ['Started building the {name} prototype', 'Working on the {name} prototype, the sensors are next'],
    ['Began writing the {name} handbook', 'The {name} handbook: writing the second chapter'],
    ['Started work on the {name} migration', 'Working on the {name} migration of the archive'],
    ['Preparing the {name} workshop for the spring', 'The {name} workshop for the spring is being prepared'],
  ],
  projectsEnd: [
    'The {name} {what} is finished',
    'Completed the {name} {what}',
    'The {name} {what} was cancelled',
    'The {name} {what} is done ✅',
  ],
  projectsReturn: [
    'Working on the {name} {what} again',
    'Back to the {name} {what}, starting over',
    'The {name} {what} is open again',
  ],
  once: [
    'The tram was late because of {name} road works',
    'Saw a documentary on the {name} region',
    'A parcel from the {name} shop arrived',
    'The {name} café has a new cake',
    'Someone mentioned a trip to {name}',
    'Maybe the {name} festival next year, not sure yet',
    'The {name} radio played an old song',
    'A colleague showed pictures from {name}',
    'Considering a visit to the {name} museum',
    'The weather map for {name} looked odd',
  ],
  junk: [
    'Good morning! How are you today',
    'Thanks, that was great',
    'Nice weather today outside',
    'Had lunch at the corner place',
    '$ npm install --save left-pad',
    'exit code: 1',
    '[INFO] server listening on port 8080',
    '{"status": "ok", "elapsed": 12}',
    'message_id: 88231 chat_id: 4411',
    '[Telegram Amelia] hi there',
    'HEARTBEAT_OK',
    'Session started with key main',
    'Ran the tests again',
    'Restarted the dev server',
    'Checked the logs, nothing unusual',
    'Committed and pushed the branch',
    'Tests passed in 42 seconds',
    'Uses macOS with dark mode',
    'The default shell is zsh',
    'at Object.run (/srv/app/index.js:12:8)',
    'src/server/handlers.ts',
    'What should we do about the logo?',
    'Looked up the train times',
    'lol ok',
    'tool_result: 200 OK',
  ],
  months: (month, day) => `${MONTHS[month - 1]} ${day}`,
}
