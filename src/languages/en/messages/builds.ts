/** For memory that a team commits: reports for CI, and rules for a whole machine. */
export const builds = {
  formatNeedsCheck: '--format prints findings for CI: use it with --check (or --dry-run)',
  machine: {
    refused: (flag: string, rule: string, file: string) =>
      `${flag} is looser than the rules of this machine allow: ${file} says ${rule}`,
    unreadable: (file: string, why: string) =>
      `${file} holds the rules of this machine and cannot be read (${why}); Dream does nothing without them`,
    environments: (file: string) =>
      `${file}: environments cannot be set here; the rules of a machine hold in every environment`,
    overruled: 'Ignored, because the rules of this machine are stricter:',
    overruledBy: (value: string, from: string, rule: string) =>
      `${value}  (${from}); the machine says ${rule}`,
    plan: (rules: string, rule: string) =>
      `the plan was made under the rules ${rules}, and this machine requires ${rule}; make a new plan here`,
  },
}
