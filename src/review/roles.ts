import type { ReviewKind } from '#src/shared/registry/review-need.ts';

/** Each role includes the rights of the roles before it. */
export const ROLES = ['viewer', 'editor', 'approver', 'publisher', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const SCREEN_KINDS = ['ordinary', 'money', 'consent', 'legal', 'change'] as const satisfies readonly (
  | 'ordinary'
  | ReviewKind
)[];
export type ScreenKind = (typeof SCREEN_KINDS)[number];

/** `second`: after another person has approved. */
export type Cell = 'no' | 'yes' | 'second';

export type Action =
  /** Everything that is stored, including the audit. */
  | 'read'
  /** Comments for colleagues on a draft. */
  | 'comment'
  /** Drafts, and releases that are not live. */
  | 'edit'
  /** Contracts of the loan service, in a draft or in a whole project. */
  | 'change-contract'
  /** Changes of others; only people, never a service account. */
  | 'approve'
  /** Publishing: now, later, or to a share of borrowers. */
  | 'publish'
  /** Rollback, ending a rollout, closing a screen. */
  | 'take-back'
  /** Freezes. */
  | 'freeze'
  /** Colleagues, service accounts, webhooks. */
  | 'manage'
  /** The account's own password, sessions and tokens. */
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
 * Rights by action and kind of screen: a letter for each role in order, `y` yes, `-` no, `2` after a second
 * person. Roles have no other meaning in the server.
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

/** The strictest cell of these kinds. */
export function decide(role: Role, action: Action, kinds: readonly ScreenKind[] = ['ordinary']): Cell {
  const cells = kinds.map((kind) => readCell(role, action, kind));
  if (cells.length === 0 || cells.includes('no')) return 'no';
  return cells.includes('second') ? 'second' : 'yes';
}

/** Whether this kind of screen needs a second person before it goes live. */
export function asksSecond(kind: ScreenKind): boolean {
  return ROLES.some((role) => readCell(role, 'publish', kind) === 'second');
}
