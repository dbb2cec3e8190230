import type { ReviewKind } from '#src/shared/registry/review-need.ts';

/** Each may do what the one before it may, and more. */
export const ROLES = ['viewer', 'editor', 'approver', 'publisher', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const SCREEN_KINDS = ['ordinary', 'money', 'consent', 'legal', 'change'] as const satisfies readonly (
  | 'ordinary'
  | ReviewKind
)[];
export type ScreenKind = (typeof SCREEN_KINDS)[number];

/** `second`: once somebody else than who made it has approved it. */
export type Cell = 'no' | 'yes' | 'second';

export type Action =
  /** Everything that is kept, the audit too. */
  | 'read'
  /** Saying something about a draft to colleagues. */
  | 'comment'
  /** Drafts, and releases that nobody gets yet. */
  | 'edit'
  /** Contracts of the loan service, in a draft or in a whole project. */
  | 'change-contract'
  /** Of what somebody else made; people alone, never a service account. */
  | 'approve'
  /** Giving something to borrowers: now, later, or to a share of them. */
  | 'publish'
  /** Taking something from borrowers: rollback, ending a rollout, closing a screen. */
  | 'take-back'
  /** When nothing may go live. */
  | 'freeze'
  /** Colleagues, service accounts, webhooks. */
  | 'manage'
  /** One's own password, sessions and tokens. */
  | 'own';

type Row = { readonly [kind in ScreenKind]: string };

const same = (cells: string): Row => ({
  ordinary: cells,
  money: cells,
  consent: cells,
  legal: cells,
  change: cells,
});

/**
 * Who may do what to which kind of screen: a letter for each role in their order, `y` yes, `-` no, `2` after a second
 * person. Nothing else in the server knows a role.
 */
const TABLE: { readonly [action in Action]: Row } = {
  read: same('yyyyy'),
  comment: same('yyyyy'),
  edit: same('-yyyy'),
  'change-contract': same('---yy'),
  approve: same('--yyy'),
  publish: { ordinary: '---yy', money: '---22', consent: '---22', legal: '---22', change: '---22' },
  'take-back': same('---yy'),
  freeze: same('---yy'),
  manage: same('----y'),
  own: same('yyyyy'),
};

export const ACTIONS = Object.keys(TABLE) as readonly Action[];

const CELLS: { readonly [letter: string]: Cell } = { y: 'yes', '-': 'no', 2: 'second' };

export function readCell(role: Role, action: Action, kind: ScreenKind): Cell {
  return CELLS[TABLE[action][kind][ROLES.indexOf(role)] ?? '-'] ?? 'no';
}

/** What holds for all of these kinds at once: the strictest of their cells. */
export function decide(role: Role, action: Action, kinds: readonly ScreenKind[] = ['ordinary']): Cell {
  const cells = kinds.map((kind) => readCell(role, action, kind));
  if (cells.length === 0 || cells.includes('no')) return 'no';
  return cells.includes('second') ? 'second' : 'yes';
}

/** Whether a second person is wanted before borrowers get a screen of this kind. */
export function asksSecond(kind: ScreenKind): boolean {
  return ROLES.some((role) => readCell(role, 'publish', kind) === 'second');
}
