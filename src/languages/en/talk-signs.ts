import type { TalkSigns } from '../talk-signs.ts'

const AUTHORITY =
  '(?:legal|security|compliance|management|finance|hr|the (?:client|customer|board|boss|lawyers?|auditors?|ceo|cto|regulator|data protection officer|security team|ops team|works council|head of \\w+))'

export const talkSigns: TalkSigns = {
  lasting: [
    [
      'correction',
      /\b(?:isn['’]t|aren['’]t|wasn['’]t|is not|are not|doesn['’]t|don['’]t|do not|not)\b.{1,60}\b(?:any ?more|any longer)\b|\bno longer\b|\bthese days\b|\bnowadays\b|\bthat['’]s not how\b|\bnot how (?:we|it|that|\w+) (?:work|do)|\b(?:moved|switched|changed|migrated|renamed|went|going|gone|shifted|bumped|raised|lowered|pushed|postponed|brought) (?:\w+ ){0,3}(?:over |back |up |down |forward )?(?:to|from|until)\b|\b(?:is|are) (?:now|actually)\b|\bnow (?:is|are|runs?|lives?|uses?|goes|takes|costs?|needs?)\b|\bit['’]s (?:\w+ ){1,4}now\b|\b(?:is|are) [^.,?]{1,40} now\b|\bused to be\b|\bnot (?!sure|yet|only|bad|a\b|the\b|that\b|too\b|very\b)[\w-]+,? but\b|\bis [\w.-]+(?: now)?, not\b|\b(?:have|has|['’]ve|['’]s) (?:moved|switched|changed|left|quit|joined|become)\b|\btook over\b|\btakes over\b|\bturned out\b|\bstopped \w+ing\b|\bwe (?:dropped|ditched|replaced|retired|renamed|killed)\b|\bmeanwhile\b|\b(?:out|away|on leave) until\b|\bwith us (?:any|now)|\bchanged my mind\b|\bI take (?:it|that) back\b|\bforget what I said\b|^forget that, |\bwhat (?:counts|matters) (?:is|are)\b|\bwrong (?:place|one|table|source|branch|repo|column|account)\b|\bway off\b.{5,}/i,
    ],
    [
      'rule',
      /\b(?:whenever|every time|each time|any ?time)\b.{8,}|\bas a (?:general )?(?:rule|thing)\b|\bin general\b|\bacross the (?:whole|entire)\b|\bwithout exception\b|\bunder no circumstances\b|\bon principle\b|\bfrom (?:now|today|here) on\b|\bin future\b|\bgoing forward\b|\b(?:is|are) (?:off[- ]limits|forbidden|not allowed|banned|mandatory|taboo)\b|\bhands off\b|\b(?:must|may|shall) (?:not|never)\b|\b(?:has|have|needs?) to (?:go|be|get|come|stay|run|pass|have|carry|include|match)\b.{6,}|\bnobody (?:ever )?(?:\w+s|touches|merges|pushes)\b|\bno one (?:ever )?\w+s\b|\b(?:every|each|all|any) (?!time|now|other|of)[\w-]+s?(?: \w+){0,3} (?:must|needs?|gets?|goes|go|has to|have to|should|is|are|carries|starts?|ends?)\b|\b(?:never|always) (?!mind|seen|heard|had|been|tried|knew|thought|know|works?|fails?)\w+|\bno \w+(?: \w+)? (?:in|on|without|before|after|until|for) .{3,}|^(?:only|just) (?:ever )?(?:use|deploy|merge|commit|write|send|call|run)\b|\bunless I (?:say|ask|tell)\b|\bdefault to\b|\b(?:treat|regard|consider) .{3,40} as\b|\bhow many times\b.{1,40}\b(?:don['’]t|stop|never)\b|\bplease (?:stop|don['’]t|do not|never|always|keep)\b|^(?:stop|quit) \w+ing\b|^(?:don['’]t|do not) (?:ever|bother|give|use|touch|put|write|send|call|commit|push|merge|delete|change|assume|explain|ask|start|end|mention|add)\b/i,
    ],
    [
      'decision',
      /\b[\w-]+(?: [\w-]+){0,3} it is\b(?=\s*[,.!;:]|$)|\b(?:that|it|so that)(?:['’]s| is) (?:settled|decided|final|agreed|the plan)\b|\btalked it (?:through|over)\b|\b(?:we|I|the team|they)(?:['’]ve| have)? (?:just |finally |now |all )?(?:decided|agreed|settled|opted|chose|voted|signed|picked)\b|\bwe(?:['’]re| are|['’]ll| will) (?:now )?(?:going|go|staying|stay|sticking|stick|switching|switch|moving|move|dropping|drop|keeping|keep|ditching|using|use|adopting|freezing|shipping) (?:with|to|on|the|all|it|our)?\b|\bso (?:it['’]s )?the \w+ one\b|\blet['’]s (?:go with|stick (?:with|to)|settle on|keep|standardi[sz]e)\b|\bfinal (?:call|decision|answer|word)\b|\bdecision\b[:,]|\bwe (?:ship|use|run|deploy|store|write|review|release|host|build|test|support|target|bill|charge|pay|log|cache|rebase|squash|version|tag|sign|track|pin|branch|keep|call) (?!this|that|it)\S.{8,}|\bgot the (?:go-ahead|green light|ok)\b|\bapproved (?:by|the)\b|\bthe \w+(?: \w+){0,3} will be (?!a\b|the\b|able|ready|fine|back|there|nice|great)\w+|\border(?:ing)? (?:is|goes):|\bgoes? (?:first|last)\b/i,
    ],
    [
      'preference',
      /\b(?:more|less) (?:like (?:that|this)|of (?:that|this))\b|\bspot on\b|\bexactly (?:how|what) I (?:like|want) (?:it|them|my)|\bI (?:don['’]t|never) want (?:to (?:see|read|hear)|any|you|a single)\b|\bkeep (?:doing|it like)\b|\bI (?:kind of |rather |really |actually |do )?miss\b|\bput .{1,40} back in\b|\bI(?:['’]d| would)? (?:(?:really|strongly|much|generally|usually|always) )?(?:prefer|rather (?!not)|hate|dislike|love (?:it )?when|can['’]t stand|like (?:it when|when|my|to))\b|\bI (?:want|need|like) (?:my |your )?(?:answers?|repl(?:y|ies)|explanations?|code|commits?|examples?|summar(?:y|ies)|diffs?|comments?)\b|\bI(?:['’]m| am) (?:more )?(?:of )?a \w+ person\b|\bworks? (?:best|better) for me\b|\b(?:drives|annoys|bugs) me\b|\bspare me\b|\b(?:skip|drop|leave out|cut|lose) the (?:\w+ ){0,2}(?:summar(?:y|ies)|intro|preamble|pleasantries|emojis?|disclaimers?|apolog(?:y|ies)|recap|jargon)\b|\bsay (?:it )?in \w+ when I\b/i,
    ],
    [
      'person',
      /\bI(?:['’]m| am) (?:an?|the) (?!bit\b|little\b|fan\b|lot\b|big\b|bad\b|good\b|happy\b|while\b|few\b)[\w-]+|\bI(?:['’]m| am) (?:relocating|moving|based|allergic|colou?r-?blind|left-handed|deaf|dyslexic|vegetarian|vegan|new to|responsible|in charge|from|on parental leave)\b|\bI (?:live|teach|study|work (?:at|for|as|in|from|on|nights|part)|moved|run a|own a|can['’]t (?:tell|see|read|hear|eat|drink|use|type|have))\b|\bI(?:['’]ve| have) (?:never (?:really )?(?:touched|used|written|done|worked)|been (?:writing|doing|using|teaching))\b|\b[Mm]y (?:name|role|job|time ?zone|native|first|wife|husband|partner|boss|manager|team|daughter|son|doctor|dentist|background|degree|working hours|screen reader|keyboard|laptop|email|handle|pronouns)\b.{0,30}\b(?:is|are|lives?|works?|ends?|starts?)\b|\b(?:[A-Z][a-z]+|Dr\.? [A-Z]\w+) (?:signs|owns|leads|approves|handles|manages|maintains|decides|covers|is (?:the|our|responsible|in charge)|does it|takes|reviews|joins|left|is back)\b|\bask [A-Z][a-z]+\b|\bgoes? (?:to|through) [A-Z][a-z]+\b/,
    ],
    [
      'reference',
      /\b(?:sits?|lives?|kept|documented|tracked|stored|found|written down|it['’]s all|everything(?:['’]s| is)?|is|are) (?:in|on|under|at|below) (?:the |our |my )?[^.,]{0,40}\b(?:Confluence|Notion|Drive|wiki|Jira|Linear|Slack|dashboard|board|spreadsheet|sheet|channel|calendar|Grafana|Figma|Sentry|Trello|Asana|SharePoint|Dropbox|vault|1Password|Miro|Airtable|Discord|Teams|bookmarks|shared folder|handbook|runbook|tracker|space)\b|\byou won['’]t find it in the repo\b|\bnot in the repo\b/i,
    ],
    [
      'deadline',
      /\b(?:expires?|due|deadline|runs out|freeze|frozen|launch(?:es)?|go(?:es)? live|cut-?off|has to be (?:in|out|done)|hand(?:ed)? in|submission|release (?:is|date)|demo(?:['’]s| is)|exam(?:s| is)|audit (?:is|starts|ends)|contract (?:ends|expires)|dies|ends|lapses|closes|needs to be (?:in|out|done))\b.{0,60}\b(?:by|on|until|before|in|at)\b.{0,30}(?:\d|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|end of|spring|summer|autumn|winter|quarter)/i,
    ],
  ],
  asked:
    /^(?:(?:please|and|also|oh|so|btw)[, ]+)?(?:could|can|would|will) you (?:please )?(?:always|never|stop|not|from now on|in future|only ever|keep)\b|^(?:could|can|would|will) you (?:please )?(?:drop|skip|leave out|cut|lose|shorten|lead with|start with) (?:the|your|those|all) .{3,60}(?:at the end|summar|paragraph|intro|preamble|recap|emoji|answer|repl|explanation|apolog|greeting)|,? will you\??$/i,
  task: /^\W*(?:please |can you |could you |now |ok(?:ay)?,? )*(?:translate|summari[sz]e|rephrase|rewrite|proofread|polish|reword|explain|what went wrong|what does|what is|how do|how long|shorten|draft|compare|analy[sz]e|review this|read this|look at this|check (?:this|whether|if)|here(?:['’]s| is) (?:the|a|my)|see (?:below|the)|tell me|would you prefer|which|why|where|when|who|is there|are there|does|did|do (?:we|they|you)|didn['’]t we|should (?:I|we))\b/i,
  todo: /^\W*(?:please |and |also )?(?:remember|don['’]t forget) to\b/i,
  here: /\b(?:this (?:listing|file|chart|page|function|table|text|slide|one|time|draft|issue|commit|paragraph|picture|image|e?mail|message|cv|log|loop|branch|pr|diff|ticket|test|script|button|header|endpoint|query|sentence)|in here|paste it here|that (?:loop|file|line|function|bit|one|test|button|branch)|for now|right now|yet|at the moment|for the moment|until I|before I|while I|just show|line (?:\d|forty|ten|twenty)|then (?:paste|show|send|give|run|push)|a (?:bit|little|touch|tad) (?:more|less|wider|bigger|smaller|shorter|longer|darker|lighter)|this once|today only|leave the|make the|put .{1,30} into the)\b|^(?:make|rename|move|delete|add|fix|run|open|show|put|create|build|try|use|remember to|set|change|remove|update|write|send) (?:the|that|this|it|a|an|\w+ to)\b/i,
  unmeant:
    /\b(?:suppose|supposing|imagine|imagining|what if|hypothetical(?:ly)?|pretend|say (?:I|we|you|it)(?:['’]m|['’]re|['’]s| am| are| were| was| had)|if (?:I|we|it|they|you|this|that|she|he|the \w+) (?:were|had|ever|could|did|would|got)|would(?:n['’]t)? (?:it|that|you|we|I|be|have|need|probably|like|love)|I['’]d (?:like|love) (?:the|a|to)|might (?:be|try|switch|move|go|want|have|need|end|as well)|maybe|perhaps|probably|not sure|undecided|no idea|let me (?:think|sleep)|sleep on it|thinking (?:about|of)|wondering|considering|toying with|tempted|(?:only|just) curious|some ?day|one day|who knows|we['’]ll see|or do we|depends|in theory|in an ideal world|lol|lmao|rofl|haha+|hehe|just kidding|jk|kidding|joking|joke|as if|yeah,? right|oh (?:great|sure|joy|I just)|next you['’]ll)\b|\banyway\.\s|\b(?:quit|retire) and become\b|\bLOVE\b|[😂🤣😉🙃😅😆]|;-?\)/iu,
  reported:
    /\b(?:readme|docs?|documentation|tutorial|article|blog|page|site|website|post|book|stack ?overflow|manual|error|log|they|their \w+|he|she|somebody|someone|some guy|reddit|the internet|chatgpt|output|ticket|issue|email|review(?:er)?) (?:says?|said|claims?|claimed|recommends?|tells?|told|wrote|writes|reads|states?|suggests?|thinks?)\b|\baccording to\b|\bI (?:read|heard) (?:that|somewhere)\b|\bapparently\b|\bnote to (?:agent|ai|assistant)s?\b|\b(?:ai|llm) (?:assistants?|agents?|models?)\b/i,
  binding: new RegExp(
    `\\b${AUTHORITY}\\b(?: \\w+){0,2} (?:wrote|said|says|told|wants?|decided|requires?|insists?|insisted|approved|rejected|confirmed|demands?|forbids?|asked|signed)`,
    'i',
  ),
  forget:
    /\bforget (?:that|it)(?=[.!]?\s*$)|\b(?:forget (?:about|what|the|my|everything|I)|don['’]t (?:keep|save|store|remember|note|record|write) (?:that|this|it|any)|do not (?:keep|save|store|remember)|delete (?:that|the|what) (?:\w+ )?(?:note|memory|you)|drop that (?:note|memory)|strike that|off the record|between us|never happened|not for the record|keep .{1,30} out of (?:your|the) (?:memory|notes)|remove .{1,40} from (?:your )?memory|you can forget)\b/i,
  withdrawn:
    /\b(?:actually,? leave it|leave it (?:as (?:it )?is|alone|then)|never ?mind|scratch that|forget (?:it|that)|or do we|let me (?:sleep|think)|on second thou?ght,? (?:no|leave|keep)|cancel that|ignore that|no,? don['’]t|not after all|hold (?:off|on))\b/i,
  replaces:
    /^(?:(?:no|oh|ah|argh|ugh|oops|wait|sorry|hm+|erm?|actually|correction|make (?:that|it)|I mean(?:t)?|scratch that|not quite|rather|well|nope|hang on|hold on|no wait)[\s,.:;!–—-]*){1,4}(?=\S)/i,
  exchanged:
    /^(?:(?:no|oh|sorry|wait|actually),? )*(?:(?:the )?other way (?:a)?round|the (?:reverse|opposite)|vice versa|swap (?:them|those|that))\b/i,
  pair: /^(.*?\b(?:the )?)([\w-]+(?: [\w-]+)?)( (?:before|after|over|above|ahead of) (?:the )?)([\w-]+(?: [\w-]+)?)([.!]?.*)$/i,
}
