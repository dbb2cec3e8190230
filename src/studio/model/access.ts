import { decide, type Role, ROLES } from '#src/review/roles.ts';

/** Whether the person of this page may edit; an ended session ends it. */
export interface Access {
  readonly subscribe: (listener: () => void) => () => void;
  /** Why nothing can be edited; undefined if the person may edit. */
  readonly snapshot: () => 'role' | 'ended' | undefined;
  /** The server has refused a request because the session has ended. */
  end(): void;
}

export function openAccess(role: Role): Access {
  const listeners = new Set<() => void>();
  let why: ReturnType<Access['snapshot']> = decide(role, 'edit') === 'no' ? 'role' : undefined;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => why,
    end() {
      if (why === 'ended') return;
      why = 'ended';
      for (const listener of listeners) listener();
    },
  };
}

/** The roles that may edit, as a list in a sentence: `Editors, publishers and admins`. */
export function sayEditors(): string {
  const names = ROLES.filter((role) => decide(role, 'edit') !== 'no').map((role) => `${role}s`);
  const last = names.pop() ?? '';
  const [first = ''] = names;
  return `${first.charAt(0).toUpperCase()}${names.join(', ').slice(1)} and ${last}`;
}
