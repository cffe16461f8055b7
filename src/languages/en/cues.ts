import type { Cues } from '../lexicon.ts'

const LEAD =
  '(?:(?:please|ok(?:ay)?|and|also|so|but|hey|btw|by the way|well|again|one more thing|um+|uh+|hmm+|yeah|right|look)[,:]? ){0,5}'
const IN_GENERAL = '(?:(?:in|for|on|when|whenever|before|after|with|during) [^,]{2,60}, ?)?'
const BECAUSE = 'because|since|so that|otherwise|as otherwise'

export const cues: Cues = {
  rule: {
    opening: /^(?:never|always|do not|don['’]t|must|you must|we must)\s/i,
    orderOpening: /^(?:never|always|do not|don['’]t|must|you must|we must|no longer|only ever)\s/i,
    demand:
      /\b(?:never|always|must not|do not|don['’]t|should not|shouldn['’]t)\b|^(?:prefer|avoid|ensure|make sure)\b/i,
    inIndexLine:
      /^(?:always|never|do not|don['’]t|must|only|prefer|avoid|use|keep|make sure|ensure)\b|\b(?:always|never|must(?: not)?|do not|don['’]t)\b/i,
    word: /\b(?:always|never|must|do not|don['’]?t|every|immediately|without asking)\b/i,
    imperative:
      /^(?:please |kindly |now,? |then,? |first,? |just |immediately )?(?:use|run|execute|call|invoke|ignore|disregard|forget|override|bypass|skip|disable|enable|delete|remove|erase|wipe|drop|archive|overwrite|replace|send|forward|post|upload|submit|email|mail|share|publish|copy|export|leak|reveal|print|show|tell|say|answer|reply|respond|fetch|download|curl|wget|open|visit|browse|install|add|append|insert|write|create|make|set|change|push|commit|merge|deploy|approve|accept|allow|grant|trust|obey|follow|treat|consider|assume|prefer|avoid|stop|ensure|remember|keep|check|read|load|include|start|begin|act|behave|pretend|give|pass|pay|transfer|sign|disclose|hide|report|prefix|prepend|end)\s(?!(?:is|are|was|were|has|have|had|takes|took|goes|went|of|in|on|at|and|or)\b)/i,
    duty: /\b(?:must|shall|should(?! (?:have|not have)\b))\b|\b(?:is|are) (?:absolutely )?(?:essential|important|imperative|mandatory|required|necessary|vital|crucial|critical|compulsory) (?:that|to|for)\b/i,
    condition:
      /^(?:when|whenever|if|before|after|once|while|unless|until|each time|every time|as soon as)\b[^,，]{1,200}[,，]\s{0,3}(.*)$/is,
    ofTheUser:
      /\b(?:the|this|our|my) (?:user|owner|human)(?:['’]s (?:preference|name|job|role|wish|rule)|(?: (?:also|really|usually|always|never))? (?:prefers?|wants?|wishes|likes?|dislikes?|hates?|expects?|asks|asked|said|says|told|is|lives|works|approve[sd]?|allows?|allowed|authori[sz]e[sd]|granted|permits|permitted|decide[sd]|chose|agree[sd]|confirm(?:s|ed)|insist(?:s|ed)|require[sd]|instruct(?:s|ed)|demand(?:s|ed)))\b/i,
    addressed:
      /\bplease \w|\b(?:ignore|disregard|forget|override) (?:all |any |every )?(?:the |your |these |those )?(?:previous|prior|above|earlier|system|other|rules?|instructions?|guidelines?)\b|\bsystem prompt\b|\byou(?: are now|r (?:task|job|role|new) (?:is|instructions?)| (?:must|should|shall|have to|need to|are to|will now|may not|can now|ought))\b|\b(?:agents?|assistants?|ais?|llms?|models?|claude|codex|gemini|gpt|bots?|(?:the |any |every )?readers?|whoever reads)(?: \w{1,12})? (?:must|should|shall|needs? to|ha(?:s|ve) to|is to|are to|ought)\b|\bdo(?: not|n['’]t) (?:tell|ask|inform|warn|notify|mention)\b|\bwithout (?:asking|telling|approval|confirmation|permission)\b|\b(?:make sure|be sure|remember) (?:to|that)\b|^\s{0,8}[[<(*#"']{0,4}(?:system|developer|admin|root|important|urgent|attention|instructions?|override|assistant|user|human|note to \w{1,20})[\])>*"']{0,4}\s{0,3}[:：]/i,
    inTalk: [
      new RegExp(
        `^${LEAD}${IN_GENERAL}(?:you |we )?(?:(?:must |should |shall )(?:never|not|always) |(?:mustn|shouldn)['’]?t |don['’]?t |do not |never |stop |avoid |always |make sure (?:to |that |you )?(?:always |never )|no (?:more|emojis?|mocks?|comments?|trailing|force)\\b)`,
        'i',
      ),
      /\b(?:from now on|going forward|in (?:the )?future|as a rule|by default|every time you|whenever you)\b/i,
      /\b(?:we|you|I) (?:always|never) (?!seen|heard|had|been|tried|knew|thought)/i,
      /\b(?:must|should) (?:never|always|not)\b|\b(?:is|are) (?:not allowed|forbidden|banned|mandatory|required)\b/i,
    ],
    notInTalk:
      /\b(?:don['’]?t|do not) (?:worry|know|think|see|understand|have|get|care|mind|remember|recall|believe|need|like|love|want|feel|really|work|exist|match|seem|look|bother)\b|\bnever ?mind\b|\bstop (?:here|there|now|for now|it|that|the)\b/i,
    oneOff:
      /\b(?:yet|for now|right now|this time|just now|at the moment|for the moment|until I|before I|while I|in this (?:file|function|commit|step|turn|change|case)|this one|that one)\b/i,
  },
  denial: /\b(?:not|never|no|none|without|avoid|stop|cannot|neither|nor)\b|n['’]t\b/i,
  decision: {
    inTalk:
      /\b(?:we|I|the team|they)(?:['’]ve| have)? (?:(?:just|finally|now|already|all) )?(?:decided|agreed|settled on|opted|chose)\b|\b(?:let['’]s|we(?:['’]ll| will| are going to|['’]re going to)) (?:go with|stick (?:with|to)|switch to|move to|standardi[sz]e on|adopt|drop)\b|\bdecision: |\bwe(?:['’]re| are) (?:going with|switching to|moving to|dropping|freezing|sunsetting|deprecating|migrating)\b|\bthe decision is\b/i,
    inJournal: [
      /\b(?:decided|decision:|decision (?:is|was) |we(?:'ll|’ll| will) go with|(?:are |is |am )?going with|opted (?:for|to)|settled on|chose|chosen)\b/i,
      /\bmade up (?:my|our|his|her|their) minds?\b|\b(?:that(?:'s|’s| is)|is) final\b|\bfinal (?:call|decision|answer|word|choice)\b|\bvoted (?:for|to|against)\b|\b(?:it(?:'s|’s| is)|that(?:'s|’s| is)) settled\b|\bsaid (?:yes|no) to\b|\beveryone (?:agrees|agreed|is on board)\b|\bpicked\b|\bwent (?:with|for)\b|\bresolved to\b|\bplan of record\b|\bwe(?:'ll|’ll| will| are going to)(?! see\b)/i,
      /\bagreed (?:to|on|that|with)\b|\bfrom now on\b|\bgave the go-ahead\b|\bapproved\b|\bsigned (?:off|the|a)\b/i,
      /\b(?:switch(?:ed|ing|es)?|migrat(?:ed|ing|e)|moved?|moving) (?:[\p{L}\p{N}-]{1,30} ){0,4}(?:from [\p{L}\p{N} .-]{1,40} )?(?:over )?to\b/iu,
    ],
    inHeading: /\bdecisions?\b/i,
    inNote:
      /\b(?:decided|decision|agreed|settled on|we chose|was chosen|final(?:ly)? (?:call|choice)|from now on)\b/i,
  },
  correction: {
    inTalk:
      /^(?:no+|nope|wrong|not quite|incorrect|that(?:'s|’s| is) (?:not right|wrong|incorrect|not correct)|actually)\b[\s,.:;!–—-]{1,4}(?:(?:no|actually|it['’]s)[\s,]{1,2}){0,2}/i,
    inJournal: [
      /^(?:no|nope|wrong|correction)\b\s*[,:;–—-]/i,
      /\b(?:mixed (?:that|it|this|them) up|my mistake|scratch that|misunderstood|I was wrong|turns out|wrong again|should read|not so|(?:was|is|were) (?:incorrect|inaccurate|not correct|not true))\b/i,
      /\bcorrection:|\bcorrected (?:me|that|the assistant|us|it)\b|\bthat(?: is|'s|’s| was) (?:not right|wrong|incorrect)\b/i,
      /\b(?:user|she|he|they) corrected\b|\bI meant\b|\b(?:was|were) mistaken\b|\bmisremembered\b|\bgot (?:it|that|this) wrong\b/i,
      /^actually\b|[,;:–—] actually\b|\bactually (?:is|are|it|the|prefers?|uses?|lives?|works?|called|named)\b/i,
      /\bnot [\p{L}\p{N} '’-]{1,40}, but\b|\bshould be [\p{L}\p{N} '’.:-]{1,60}, not\b/iu,
    ],
    inHeading: /\bcorrections?\b/i,
  },
  preference: {
    inTalk:
      /\bI(?:['’]d| would)? (?:(?:really|strongly|much|generally|usually) )?(?:prefer|rather|hate|dislike|love|can['’]t stand|like (?:it when|when|my|short|to)|don['’]t like|don['’]t want (?:you to|any)|want you to|want (?:answers|replies|responses|explanations|commits|tests|short))\b|\bmy (?:preferred|favou?rite|usual) \w/i,
    inJournal: [
      /\b(?:prefers?|preferred|likes?|loves?|hates?|dislikes?|enjoys?|favou?rite|allergic|vegetarian|vegan|can(?:not|'t|’t) stand|would rather|wants? (?:me|us|answers|replies) )\b/i,
      /\b(?:always|never) (?:use|write|send|ask|call|reply|commit|deploy|schedule|wants?|uses?|drinks?|eats?|takes?|works?|wakes?|reads?)\b/i,
    ],
    inHeading: /\bpreferences?\b/i,
    aboutWork:
      /\b(?:you|your|answers?|repl(?:y|ies)|responses?|explanations?|code|commits?|tests?|comments?|messages?|summar(?:y|ies)|prs?|pull requests?|diffs?|functions?|branches)\b/i,
  },
  person: {
    speaking: /\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Yy]ou|[Yy]ours?)\b/,
    inTalk:
      /\bI(?:['’]m| am) (?:an?|the|currently an?|new to|responsible for|in charge of) (?:[\p{L}-]{1,20} ){0,4}(?:engineer|developer|designer|scientist|manager|lead|student|founder|researcher|analyst|architect|teacher|writer|administrator|admin|programmer|consultant|owner|maintainer|intern|editor|CTO|CEO|PM)\b|\bI (?:work|am working) (?:at|for|as) \p{L}|\bmy (?:name|role|job|job title|time ?zone|native language|first language|background) is\b|\bI(?:['’]m| am) new to \p{L}|\bI(?:['’]ve| have) (?:been )?(?:writing|using|doing|programming(?: in)?) [\p{L}+#. ]{1,30} for (?:\d|a|over|about|many|ten|two|three|five)/iu,
    inJournal: [
      /\b(?:my|our|his|her|their|user's|user’s|\p{Lu}\p{L}{1,20}(?:'s|’s)) (?:new |old |older |younger |little |big |best |former |ex-?)?(?:wife|husband|partner|spouse|fianc[eé]e?|daughter|son|child|kid|baby|mother|father|mom|mum|dad|parents?|sister|brother|grand(?:mother|father|ma|pa)|aunt|uncle|cousin|niece|nephew|boss|manager|lead|colleague|coworker|teammate|friend|co-?founder|client|customer|doctor|dentist|therapist|teacher|tutor|coach|lawyer|accountant|neighbou?r|girlfriend|boyfriend|mentor|landlord|assistant|investor|supervisor|advisor|contractor|designer)\b/iu,
      /\b(?:[Mm]et|[Hh]ired|introduced me to|[Ss]poke (?:to|with)) \p{Lu}\p{L}{1,20}\b.{0,40}\b(?:who|whose|from|owns|runs|works)\b|\b\p{Lu}\p{L}{1,20} (?:takes care of|looks? after|will (?:be )?look(?:ing)? after|handles|is responsible for|is in charge of|is the one who|joined (?:us|the|our)|works (?:at|for|as)|teaches|coaches|owns the|manages)\b/u,
      /\b(?:[Cc]olleague|[Cc]ontact|[Cc]ousin|[Nn]eighbou?r|nurse|advis[eo]r|plumber|electrician|gardener|tutor|therapist|trainer|landlord|owner|nanny|babysitter|boss|assistant|dentist|doctor|lawyer|accountant|teacher|coach|client|manager|partner|sister|brother|aunt|uncle|nephew|niece)\b[^.]{0,30}(?: is|:| called| named|,)? \p{Lu}\p{Ll}{1,20}\b/u,
      /\b\p{Lu}\p{L}{1,20}(?: \p{Lu}\p{L}{1,20})? (?:is|became|joined as|starts as|will be|took over as) (?:the |a |an |my |our |their |his |her )?(?:new )?(?:[\p{L}-]{1,20} ){0,3}(?:CEO|CTO|CFO|COO|lead|manager|director|head|boss|designer|engineer|developer|contact|accountant|lawyer|doctor|dentist|teacher|tutor|coach|landlord|client|cofounder|co-founder|investor|advisor|contractor|friend|wife|husband|partner|sister|brother|daughter|son|mother|father)\b/u,
    ],
    inHeading: /\bpeople\b|\bcontacts?\b/i,
    speaker: /\b(?:I|my|me|user(?:'s|’s)?)\b/,
  },
  deadline: {
    inTalk:
      /\b(?:by|due|deadline|until|before|freeze|frozen|ships?|launch(?:es)?|releases?|demo|no later than|goes live)\b/i,
    inJournal:
      /\b(?:deadline|due|no later than|expires?|expiring|valid until|until|by|before|submit|hand in)\b/i,
    appointment:
      /\b(?:appointment|exam|flight|launch(?:es)?|go(?:es)? live|wedding|interview|scheduled (?:for|on)|takes place|renew(?:al|s)?)\b/i,
  },
  progress: {
    begun: [
      /\b(?:new project|kicked off|started (?:a |the |work|building|working|writing)|starting (?:a |the |work)|began (?:a |the |work|building|writing))/i,
      /\b(?:is|are|am|I'm|I’m) (?:now |currently )?(?:working on|building|writing|planning|preparing|learning|renovating|training for)\b/i,
    ],
    finished: [
      /^(?:done|finished|completed|shipped)\b[:\s]|\b(?:is|are|was|were|now|all|has been|have been|got) (?:finally |now |all |fully )?(?:done|finished|completed?|shipped|released|delivered|resolved|closed|wrapped up|handed in|submitted|settled|paid|over)\b/i,
      /\b(?:finished|completed|shipped|delivered|released|launched|wrapped up|handed in|submitted|closed out|finalised|finalized|paid off)\b(?! by\b)/i,
    ],
    inHeading: /^(?:done|completed|finished)\b/i,
    ended: [
      /\b(?:cancel(?:l)?ed|called off|dropped|abandoned|discontinued|scrapped|shut down|no longer|not any ?more|gave up|quit|resigned|broke up|sold|terminated|unsubscribed|retired)\b/i,
      /\bstopped (?:using|doing|taking|going|working|drinking|eating|learning|paying)\b|\bleft (?:the |his |her |their )?(?:company|job|team|position|firm)\b/i,
    ],
    changed:
      /\b(?:now|instead|changed?|moved?|postponed|delayed|rescheduled|pushed (?:back|to)|brought forward|raised|lowered|increased|decreased|renamed|updated|switched|replaced|upgraded|bumped|extended|grown|grew|rose|fell to|dropped to|took over|takes over|swapped|from now on|new (?:date|deadline|address|number|price|budget))\b/i,
    past: /\b(?:used to|previously|formerly|back then|in the past|years ago|originally|once was|at the time)\b/i,
    tentative:
      /\b(?:maybe|might|perhaps|considering|thinking (?:about|of)|not sure|unsure|idea:|could (?:try|be)|possibly|wonder(?:ing|s|ed)?|what if|haven't decided|hasn't decided|not yet decided|undecided)\b/i,
    reopened:
      /\b(?:again|resum(?:e|es|ed|ing)|reopen(?:s|ed|ing)?|back (?:on|to|at|in)|picked up|restart(?:s|ed|ing)?|revived?)\b/i,
  },
  cause: {
    cause:
      /\b(?:because(?: of)?|due to|caused by|owing to|thanks to|as a result of|since we|the reason (?:is|was))\b/i,
    label: 'why|reason',
    effect:
      /\b(?:led to|leads to|results? in|resulted in|causes|caused|therefore|so that|which is why|hence|that is why)\b/i,
    opening: /^(?:because|since|otherwise|the reason|that way|so that|reason:|why:|it(?:'s| is) because)\b/i,
    inside: new RegExp(`[,;–—(]?\\s(?:${BECAUSE})\\s(.{6,300})$`, 'i'),
    word: BECAUSE,
  },
  talk: {
    remember: new RegExp(
      `^${LEAD}(?:(?:can|could|will|would) you )?(?:please )?(?:(?:remember|keep in mind|bear in mind|make a note|take note|don['’]?t forget|for (?:future )?reference|for the record|fyi)(?:[,:]| that\\b| this[:,]| to\\b)?|note(?: that\\b|:)|(?:save|add) (?:this|that|it) to (?:your )?memory[:,]?) {0,2}`,
      'i',
    ),
    rememberNot: /^\S{0,20} ?remember (?:when|how|the time|if|whether|what|where|who)\b/i,
    fact: /\b(?:is|are|isn['’]t|aren['’]t|uses?|should|must|needs?|has|have|goes|go|runs?|lives?|called|named|deploys?|never|always|don['’]t|only|belongs?|means)\b/i,
    purpose:
      /\b(?:tracked|documented|described|lives?|hosted|found|kept|stored|listed|defined|published|reported|dashboard|tracker|wiki|board|runbook|docs?|documentation|spec|design|channel|for (?:all|any|more|the|details|reference)|when(?:ever)?|check|see|use)\b/i,
    fetch:
      /^(?:please )?(?:fetch|open|clone|curl|download|go to|look at|read|visit|browse|summari[sz]e|scrape|try|fix|debug|install|git)\b/i,
    ofTheCode:
      /\b(?:this|the|our) (?:[\p{L}-]{1,20} ){0,2}(?:project|repo(?:sitory)?|code ?base|app(?:lication)?|code|architecture|service|backend|frontend|monorepo|package)\b.{0,60}\b(?:is|are|uses?|has|have|consists?|contains?|built (?:with|on|in)|written in|runs on)\b/iu,
    turning:
      /\b(?:not|never|don['’]?ts?|no longer|wrong|false|myths?|avoid|rejected|dropped|declined|dismissed|old|former|previous|past|was|were|until|before|superseded|obsolete|outdated|deprecated|mistakes?|anti-?patterns?|instead of)\b/iu,
    fillerStart:
      /^(?:(?:ok(?:ay)?|so|well|um+|uh+|hmm+|hey|yeah|yes|no|nope|actually|please|basically|like|right|sure|alright|also|and|but|btw|by the way|I mean|you know|look|listen|again|honestly|to be honest|just so you know)(?:[,;:!.–—-]{1,2}\s{0,2}|\s))/i,
    fillerInside:
      /,? (?:you know|I mean|basically|kind of|sort of|or whatever|if that makes sense)(?=[,.!]|\s|$)/i,
    fillerEnd: 'thanks|thank you|thx|please|ok(?:ay)?',
    label: 'note|fact',
  },
  noise: {
    transport:
      /^(?:session (?:started|ended|resumed|summary|key|id|source)|new session|compaction|pre-compaction|conversation (?:started|info)|gateway|heartbeat)\b/i,
    smallTalk: [
      /^(?:(?:user |we |they )?(?:said |exchanged |wished )?(?:a )?(?:hi|hello|hey|good (?:morning|night|evening|afternoon)|thanks?(?: you)?|thx|ok(?:ay)?|cool|nice|great|lol|haha|bye|sure|yes|no problem|you'?re welcome|greetings?|pleasantries|small talk)\b[\s\S]{0,60})$/i,
      /^(?:(?:user |they |he |she )?(?:thanked|greeted|joked|laughed|chatted|small talk|complained about the weather|asked how)\b|how (?:are you|is it going|was your))/i,
      /^(?:good )?(?:morning|evening|night)[,!. ]|^(?:let me know|hope (?:that|this) helps|happy to help|feel free|sounds good|no worries|anything else|talk (?:soon|later)|see you|sleep well|slept)\b|^(?:coffee|lunch|tea|short) break\b/i,
      /\b(?:nice|lovely|rainy|sunny|cold|hot|grey) (?:weather|day|morning|evening) (?:today|outside|again)\b|\b(?:had|ate|grabbed) (?:a |some )?(?:lunch|breakfast|dinner|coffee|snack|sandwich|pizza|noodles)\b/i,
    ],
    observable: [
      /\b(?:operating system|OS) is\b|\b(?:uses?|runs?|running|on) (?:a )?(?:mac(?:OS|book)?|windows(?: \d+)?|ubuntu|debian|fedora|arch|linux)\b(?! server)/i,
      /\b(?:dark|light) (?:mode|theme)\b|\b(?:screen|display) resolution\b|\b(?:default )?shell is\b|\b(?:node|python|npm|bash|zsh) version\b|\b(?:time ?zone|locale|cpu|disk space|free memory|battery) (?:is|was|at|:)/i,
    ],
    detail: [
      /^(?:I |we |user |assistant |agent )?(?:re-?ran|ran|run|executed|restarted|rebooted|checked|re-?checked|verified|looked at|looked up|searched(?: for)?|googled|opened|read|skimmed|listed|fetched|pulled|pushed|committed|rebased|cherry-picked|installed|reinstalled|cleaned up|backed up|debugged|tested|tried|answered|replied|summari[sz]ed|fixed (?:a |the )?(?:typo|lint|test|build|import|merge conflict)|updated (?:the )?(?:deps|dependencies|packages|lockfile|changelog)|bumped|ordered (?:lunch|dinner|food)|watched|listened to|refactored|renamed|cleaned|tweaked|polished|reviewed (?:a|the|some)|triaged|browsed|scrolled|reading (?:mail|news|through)|merged (?:a|the)|wrote (?:a|some|the) tests?)\b/i,
      /^(?:all )?(?:tests?|build|lint|ci|backup|sync|cron)(?: run| job)? (?:passed|failed|passes|green|red|succeeded|ok|finished|completed)\b/i,
    ],
    instruction:
      /\b(?:ignore|disregard|forget) (?:all |any )?(?:the |your )?(?:previous|prior|above|earlier|system)\b|\b(?:your|reveal|print|show|repeat)(?: the)? system prompt\b|\byou are now\b|\bdo not tell the user\b/i,
  },
}
