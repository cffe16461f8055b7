import type { Worth } from '../lexicon.ts'

const READER =
  '(?:(?:any|all|every|other|these|those|future) )?(?:ais?|ai (?:assistants?|agents?|models?|systems?)|llms?|language models?|large models?|assistants|agents|bots|models|readers|claude|gpt|chatgpt|gemini|copilot|whoever reads(?: this)?)'
const MUST = '(?:must|should|shall|have to|has to|needs? to|are to|is to|(?:are|is) required to|ought to)'
const HARM =
  '(?:refuse|comply|obey|send|forward|reveal|ignore|hide|transfer|post|upload|delete|disregard|approve|install|click|serve|trust)'
const SECRET =
  '(?:pass(?: ?(?:word|phrase|code)s?)?|passwd|pwd|pw|pin|(?:door|alarm|access|unlock|entry|gate|safe|security|recovery|backup|activation) codes?|cvv|cvc|(?:bot |api |access |bearer |auth )?token|(?:api|secret|license|licence|private|access|wifi) key|client secret|seed (?:phrase|words)|(?:my|the|guest|router|vpn|wifi) (?:login|credentials)|credentials|key)'
/** A value: with a digit in it, or in groups. */
const VALUE =
  '["\'`]?(?:(?=[^\\s,;]*\\d)(?=[^\\s,;]{3,})(?!\\d+(?:st|nd|rd|th|%|ms|s|x)\\b)[^\\s,;/]+|[A-Z]{3,5}(?:-[A-Z]{3,5}){1,5})'
/** No value: a word that says what becomes of it. */
const NOT =
  '(?:a|an|the|in|on|at|by|from|for|to|not|no|never|kept|stored|saved|held|required|needed|missing|rotated|changed|set|unset|reset|empty|hashed|encrypted|expired|valid|invalid|wrong|correct(?=[.,]|$)|known|unknown|shared|printed|managed|generated|only|and|or|with|here|there|too|also|per|limited|granted|disabled|enabled|confidential|safe|secure|ready|pending|that|what|how|still missing|still needed|through|used|part|optional|written|checked|issued|sold)'

export const worth: Worth = {
  heading: {
    rules:
      /\b(?:decisions?|decided|rules?|polic(?:y|ies)|guidelines?|principles?|conventions?|preferences?|prefs|requirements?|constraints?|standards?|red lines?|lessons?|learned|learnings?|takeaways?|gotchas?|pitfalls?|caveats?|corrections?|remember|do not|don['’]t|never|always)\b/i,
    keeps: [
      /\b(?:limits?|insights?|findings?|known issues?|blockers?|blocked|root causes?|causes?|solutions?|recommendations?|important)\b/i,
      /\b(?:architecture|stack|config(?:uration)?|set-?up|environment|infra(?:structure)?|paths?|locations?|endpoints?|ports?|hosts?|services?|integrations?|deployment|workflow|strateg(?:y|ies)|design|formats?|style|persona|tone|modes?|presets?|routing|thresholds?|schedules?|backups?|permissions?|roles?|scope|goals?|about|profile|people|contacts?|team|context|user|owner|facts?|notes?|critical|knowledge|key files)\b/i,
      /\b(?:deadlines?|milestones?|due|open questions?|pending|waiting|ongoing|active projects?|requested|requests?)\b/i,
    ],
    drops: [
      /\b(?:heartbeats?|status|health|check-?ins?|checks?|scan(?:s|ned)?|statistics|stats|metrics|results?|tests?(?: results?| run)?|verification|verified|test evidence|commits?|git|changelog|files? (?:created|changed|modified|touched|updated|generated)|created files|changes|changed|commands? (?:used|run)|output|logs?|progress|summary|recap|timeline|session(?: notes| log| summary)?|daily briefing|nightly|completed|done|fixes|fixed|code fixes|examples?|demo(?: runs)?|usage|quick commands|misc|off-?topic|news|texture|small talk|attempted|tried|reports?|released?|research|papers|observations?|notice|turning over|thoughts|questions i|maintenance|actions?(?: taken)?|what (?:i|we) did|work done|deliverables|achievements?|accomplishments?|wins|reflections?|feelings?|mood)\b/i,
      /\b(?:next steps?|next|todos?|to-?dos?|follow-?ups?|plan for (?:today|tomorrow)|tomorrow)\b/i,
    ],
    done: /[✅🎉✔]|\b(?:done|completed?|fixed|created|added|shipped|implemented|released)\b/iu,
    plain: [
      /^(?:(?:daily|key|main|other|more|new|user|my|our|technical|tech|general|session|quick|current|today'?s|important|open|known|project|system|architecture|memory|personal|critical|recent|final|active) )*(?:notes?|memory|log|logs?|journal|summary|decisions?|events?|facts?|details?|context|problems?|solutions?|issues?|results?|root cause|causes?|resolution|findings?|insights?|lessons?(?: learned)?|learnings?|updates?|todos?|tasks?|projects?|ongoing tasks?|follow-?ups?|next(?: steps?)?|status|background|overview|recommendations?|preferences?|prefs|questions?|ideas?|actions?|observations?|thoughts?|reflections?|misc|conclusion|description|changes|requested|blockers?|risks?|open|active|notes? \/ .*|user requested|decisions? ?(?:and|&|\/) ?\w+)\b[^\p{L}]*$/iu,
      /^(?:early |late )?(?:morning|afternoon|evening|night|midnight|today|yesterday|tonight|session|day|week|mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?\b/i,
      /^(?:critical context|context|pre-compaction|compaction|memory) ?(?:flush|dump|updated?)?$|\b(?:shared|noted|made|learned|attempted|discussed)$|^what (?:i|we)\b/i,
      /^(?:integration points?|config paths?|paths?|services?|ports?|key files|files|new skill|demo|functions|formats?|modes?|attempted solutions|skill fixes)$/i,
      /^(?:daily (?:memory|notes?|log|journal)|memory(?: summary)?|journal|log|notes?)\b/i,
      /^(?:step|phase|part|option|stage|task|problem|issue)? ?[\d.#]+\b/i,
    ],
  },
  label: {
    keeps:
      /^(?:decision|decided|rule|policy|lesson|learned|learning|note|important|critical|warning|caution|gotcha|caveat|root cause|cause|reason|why|fix|solution|workaround|recommendation|key (?:finding|insight|takeaway|decision)|insight|finding|constraint|requirement|requires|limit(?:ation)?|goal|aim|target|deadline|due|owner|contact|role|persona|tone|style|format|language|time ?zone|location|path|paths|repo(?:sitory)?|branch|url|link|host|server|port|ports|endpoint|database|db|stack|config|model|default(?: \w+)?|schedule|cron|strategy|approach|architecture|scope|budget|preference|prefers|name|autonomy|remember|correction|blocked(?: by)?|blocker|waiting (?:for|on)|pending|open(?: question)?|next milestone|hard rules?[\w ]*|modes?|peak hours?|retention|backups?|threshold|python|node|script)$/i,
    acts: /^(?:decisions?|decided|rules?|polic(?:y|ies)|lessons?|learned|learnings?|note|important|critical|warning|caution|gotcha|caveat|(?:root )?cause|reason|why|fix|solution|workaround|recommendations?|suggestion|key \w+|insight|findings?|remember|correction|problem|issue|impact|user|example)$/i,
    drops:
      /^(?:status|state|result|results|conclusion|verification|verified|commit(?:ted|s)?|commit hash|git|hash|query|queries|date|time|generated|last(?: (?:updated?|run|check|sync))?|updated(?: files?)?|created|started|finished|duration|uptime|load|memory|disk|cpu|tests?|coverage|files?(?: (?:created|changed))?|lines?|count|total|score|progress|next|next steps?|todo|tip|self-care|news|session focus|key decisions|mood|technique|reminders?(?:\/calendar)?|calendar|topics?|example|output|outputs?|error|message|covered|checked|summary|session|id|pid|price|version history)$/i,
  },
  line: {
    strong: [
      /\bonly\b[^.,]{1,30}\b(?:may|can|must)\b/i,
      /, not (?:an? |the )?\w|\b(?:never|always|must(?: not)?|do not|don['’]t|only|from now on|no longer|instead of|rather than|not (?:a|an|the )?\w+,? but|banned?|forbidden|not allowed|mandatory|at (?:most|least)|wins over|override|overrides|takes precedence|first,? then|act first|without asking|go with|prefers?|preferred|wants?|insists?|refuses?|likes?|hates?|dislikes?|aversion|correction|actually|turned out|it turns out)\b/i,
      /\b(?:decided|decision|chose|chosen|agreed|settled on|changed .{1,40} to|approved|rejected|dropped|deferred|postponed|cancel(?:l)?ed|on hold|back burner|reverted to|switched (?:to|from)|moved to|migrated|replaced by|renamed|requested|asked for)\b/i,
      /\b(?:lesson|learned|root cause|caused by|because|due to|the reason|workaround|avoid|beware|careful|gotcha|breaks? (?:if|when)|fails? (?:if|when|without|unless|on)|incompatible|not compatible|does ?n[o'’]t (?:work|support|accept|need)|do not work|not supported|unsupported|not working|blocked by|blocked|unavailable|unreachable|exhausted|persistent(?:ly)?)\b/i,
    ],
    lasting: [
      /\b(?:is|are) (?:an?|the|our|my|in|on|at|for|used|called|named|located|stored|kept|hosted|written|based|owned|run|configured|set|limited|available)\b/i,
      /\b(?:uses?|using|requires?|needs?|depends? on|expects?|supports?|lives? (?:in|at|on)|runs? (?:on|in|at|as|via|every)|listens? on|points? to|belongs? to|responsible for|works? (?:as|at|for|with|in|from)|connects?|handles?|serves?|defaults? to|default|defines?|means|stands for|enforces?|applies|installed (?:to|in|as|at)|goes (?:to|in)|delivers?|via|through|without)\b/i,
    ],
    log: [
      /^(?:i |we |user |agent |assistant |subagent |codex |claude )?(?:also |just |successfully |then |re-?)?(?:added|updated|fixed|created|wrote|ran|run|tested|checked|verified|validated|confirmed|committed|pushed|merged|pulled|deployed|installed|uninstalled|removed|deleted|cleaned|cleared|refactored|renamed|moved|copied|downloaded|generated|implemented|improved|reviewed|read|looked|searched|explored|investigated|debugged|finished|completed|worked|continued|restarted|rebuilt|built|synced|sent|posted|delivered|summari[sz]ed|documented|covered|tried|enabled|disabled|set|opened|closed|resolved|received|logged|noticed|noted|monitored|found|analy[sz]ed|processed|spawned|triggered|handled|scanned|reached|launched|prepared|drafted|discussed|talked|met|called|asked|answered|replied|watched|listened|saved|stored|loaded|configured|changed|converted|extracted|imported|exported|populated|appended|archived|forked|cloned|corrected)\b/i,
      /\b(?:fired|logged|no relay|no ack|auto-?synced|generated successfully|passed|succeeded|delivered|appended|sent|updated|uploaded)\b\.?$/i,
    ],
    passing: [
      /\b(?:verified|confirmed) (?:working|ok)\b|\b(?:appears?|seems?) (?:to |functional|fine|ok|stable|healthy|normal)/i,
      /^(?:i|i['’]m|i['’]ve|my reasoning)\b|\b(?:exists at|imports the|present and functional|was skipped|resonating)\b|^[`\w./-]+\.(?:py|ts|js|tsx|cairo|rs|go|sh|md)`? ?(?:[-–—:]|uses|imports|exists|handles)/i,
      /\b(?:running|up and running|healthy|stable|operational|all (?:good|green|ok|systems)|nominal|fresh|stale|idle|quiet|nothing (?:urgent|new|happened|to report)|no (?:new|urgent|active|obvious|issues?|errors?|changes|problems?|alerts?|blockers|conversations?|tasks?|action|sessions?)|up to date|in progress|working fine|works fine|as expected|looks good|seems fine|overdue|pending manual|session|right now|at the moment|so far|this (?:morning|afternoon|evening)|today|tonight|tomorrow|yesterday|just now|currently|still (?:observing|watching|down|haven't)|watching|monitor(?:ing)?)\b/i,
      /\b\d{1,3}(?:\.\d+)?\s?(?:%|GB|Gi|MB|KB)\s?(?:free|used|full|disk|memory|cpu|done|complete)\b|\b(?:disk|memory|cpu|load|uptime)\b.{0,12}\d/i,
    ],
    counter:
      /\b\d[\d,.]*\+? (?:(?:new|unit|more|old|numbered|inactive|failing|passing|total|lines of) )?(?:tests?|files?|commits?|lines?|docs?|documents?|entries|items?|issues?|errors?|warnings?|sessions?|messages?|words?|pages?|chars?|characters|tokens?|records?|rows?|results?|insertions?|deletions?|scans?|skills analy[sz]ed|papers?)\b|\b(?:total|count|score|avg)\b[^.]{0,12}\d|\d ?(?:→|->) ?\d/i,
    schedule:
      /\b(?:every (?:day|night|week|month|hour|morning|evening|\w+day|\d+ (?:minutes?|hours?|days?))|daily|hourly|weekly|monthly|nightly|weekdays|weekends|cron)\b|\b\d{1,2}(?::\d{2})? ?(?:am|pm)\b|\b\d{1,2}(?::\d{2})? ?[-–] ?\d{1,2}:\d{2}\b/i,
    open: /\b(?:blocked|waiting (?:for|on)|awaiting|needs? (?:a |an |the )?(?:decision|answer|approval|review|key|credentials)|open question|undecided|not (?:yet )?decided|to be decided|tbd|still mock|mock data|ready for (?:pr|review|release)|pending)\b/i,
    praise:
      /\b(?:milestone achieved|breakthrough|amazing|excellent work|great progress|successfully completed|proud|impressive|beautiful|incredible|game.?changer|huge win)\b/i,
    aside:
      /\b(?:just kidding|kidding|joking|as a joke|a joke|lol|haha|tongue in cheek|random(?:ly)?|off-?topic|weird thing|rhetorical|I wonder|wondering|top secret)\b/i,
    fragment:
      /^(?:and|but|or|so|then|also|this|that|these|those|it|they|he|she|which|who|where|here|there|for me|yes|no|same|etc|however|still|probably|maybe|includes?|including|such as|e\.g\.|i\.e\.|see|with)\b/i,
  },
  never: {
    instruction: [
      new RegExp(
        `^(?:\\W{0,3}(?:note|important|warning)?\\W{0,3})?${READER}(?: (?:reading|that reads?|seeing|who reads?)(?: of)?(?: this)?(?: file)?| of this (?:file|note|document))?,? ${MUST}\\b`,
        'i',
      ),
      new RegExp(`\\b(?:assistant|agent|model|bot) ${MUST} (?:not )?(?:always )?${HARM}\\b`, 'i'),
      /\b(?:if|as) (?:you are |you['’]re )?an? (?:ai|llm|language model|agent|assistant|bot)\b|\bwhen(?:ever)? (?:you (?:see|read|wake)|(?:reading|seeing) this)\b|\b(?:reads?|reading|sees?) this(?: (?:file|note|line|message|document))?,? (?:must|should|has to|have to)\b/i,
      /\byou (?:are now|must|will (?:now|only|answer)|should (?:comply|obey|now)|have to|may not)\b|\byour (?:new|real|true|actual) (?:task|job|role|goals?|instructions?|mission)\b|\byour goals? (?:has|have) changed\b|\byour (?:earlier |previous |safety )?(?:rules|guidelines|instructions|guidance|system prompt)\b/i,
      /\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,20}\b(?:instructions?|rules?|guidance|guidelines?|polic(?:y|ies)|everything|told|system prompt)\b/i,
      /\b(?:do not|don['’]t|never|not)\b[^.,]{0,14}\b(?:tell|inform|mention|reveal|notify|say|show|alert)\b[^.]{0,16}\b(?:(?:the|your) (?:owner|user|human)|anyone|anybody|nobody)\b|\b(?:hide|conceal|keep)\b[^.]{0,16}\bfrom (?:the|your) (?:owner|user|human)\b|\bhide the (?:receipt|evidence|traces?)\b/i,
      /(?:^|, ?)(?:transfer|wire) (?:the|all|every|money|funds|\d)|^(?:please |now )?(?:send|forward|post|upload|email|pass|leak|give|copy)\b[^.]{0,60}(?:\bcontents? of\b|\bevery message\b|\ball (?:journals|memor|files|messages)|\b(?:your|its) memory\b|\b(?:api )?keys\b|\bcredentials\b|\bpasswords?\b|webhook|https?:|[\w.]@\w)/i,
      /\b(?:run|execute)\b[^.]{0,12}\b(?:curl|wget|the following|this command)\b|\brm -rf\b|\|\s?(?:ba)?sh\b/i,
      /\b(?:open|click|visit|follow) (?:on )?(?:this|the) link\b|\b(?:add|save|copy|write|insert|put|store) (?:this|the following|it)\b[^.]{0,40}\b(?:memory|every|each|all|forever)\b|\bremember this (?:forever|for ever|permanently)\b|\b(?:in|into|to) (?:each|every|all) (?:repl(?:y|ies)|answers?|file|response)s?\b[^.]{0,12}\byou\b|^begin (?:every|each|all) (?:answer|reply|response)/i,
      /^\W{0,3}(?:note|message|instructions?|important|attention|memo)(?:,? (?:to|for))?(?: the| all| every| any)? ?(?:ais?|assistants?|agents?|readers?|models?|bots?|llms?)\b\s*[:,]|^dear (?:assistant|ai|agent|model|bot)\b|^(?:claude|gpt|chatgpt|gemini|assistant|agent|bot),? (?:skip|ignore|merge|delete|send|approve|disable|please|run)\b|^\W{0,2}(?:system|admin|developer)\W{1,3}(?:grant|new polic|override|you|ignore|disable|enable|delete|transfer|allow)/i,
      /^(?:please )?(?:pretend to be|act as|treat (?:the|this|it)\b[^.]{0,40}\bas if|stop following|tell the (?:user|owner|human)|vote for)\b/i,
    ],
    credential: [
      new RegExp(
        `\\b${SECRET}\\b(?: (?:for|of|to|on) [^:,.]{1,30}?)?(?: (?:was|were|has been|got))?(?: (?:changed|reset|set|updated))?(?: (?:is|are|to|still|uses?|starts|begins|ends|number))?\\s*[:=,]?\\s*${VALUE}`,
        'i',
      ),
      new RegExp(
        `\\b(?:pass ?(?:word|phrase|code)|passwd|pwd|pw|login|credentials|seed (?:phrase|words))(?: (?:for|of|to|on) [^:,.]{1,30}?)?(?:'s)?\\s*(?:[:=]|\\b(?:is|are|was changed to|(?:was )?reset to)\\b)\\s*["'\`]?(?!${NOT}\\b)\\w{3,}`,
        'i',
      ),
      /\b(?:with|and|,) password \w{4,}|\b\w+:\w+ to (?:sign|log) in\b|\bopens with \d{4}|\bpassword=\S{4,}|(?:^|\s)-p\w{6,}/i,
      /(?<![/\w])(?:admin|root|guest|user|demo|test|pi|deploy)\s*[/:,]\s*(?=\S*\d)[^\s/]{4,}|(?<![/\w])(admin|root|guest|test|demo)\s*[/:,]\s*\1\b|[\w.]@[\w.]+ ?[/,:] ?\S*\d\S*/i,
      /\b(?:\d{4}[ -]){3}\d{4}\b|\bcv[vc]2? ?:? ?\d{3}|\bcard (?:number )?ends? (?:in )?\d{4}/i,
    ],
    contact: [
      /\b(?:phone|tel(?:ephone)?|mobile|cell|whatsapp|call(?: \w+)?(?: on| at)?|number(?: is)?)\b[^\d]{0,16}\+?\d[\d ()./-]{6,}\d|(?<![\w.])\+\d{1,3}[ -]?\(?\d[\d ()-]{6,}\d\b|\[PHONE\]/i,
      /\b(?:lives?|address|home|house)\b[^.]{0,24}\b\d{1,4}[a-z]? [\p{L}' ]{2,30}\b(?:street|st\.|road|rd\.|avenue|ave|lane|drive|way|square|court)\b|\[ADDRESS\]/iu,
    ],
  },
  beside:
    /^(?:new|created|added|the)\s+|[\s\-–—:]*\b(?:created|added|completed?|done|fixed|updated|implemented|integrated|resolved|registered|achieved|deployed|installed|enhancements?|improvements?|implementation|set-?up|new|later|continued|wip|status|progress check|progress|in progress|active|ongoing|finished|final|notes?|complete|fix|issue|check|report)[\s\-–—:]*$/gi,
}
