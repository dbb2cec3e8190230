import type { ReactNode } from 'react';
import { useKeys } from '../keys/use-keys.ts';
import type { AutosaveView, Saving } from '../model/autosave.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';

/** What stands beside the left pane. */
export type View = 'preview' | 'texts' | 'pictures' | 'map';

/** What fills the window below the top. */
export type Room = 'edit' | 'review' | 'releases' | 'states' | 'conflict';

const VIEWS: readonly (readonly [View, string])[] = [
  ['preview', 'Preview'],
  ['texts', 'Texts'],
  ['pictures', 'Pictures'],
  ['map', 'Map'],
];

const SAVING: { readonly [saving in Saving]: string } = {
  saved: 'Saved',
  saving: 'Saving…',
  offline: 'Not saved: the server does not answer. It is tried again.',
  conflict: 'Not saved: somebody else changed the same.',
  refused: 'Not saved',
};

const ENDED = {
  published: 'The draft was published; what you change now is in a new one.',
  discarded: 'The draft was closed; its changes go on in a new one.',
};

export interface TopProps {
  /** Who else is here. */
  readonly children: ReactNode;
  readonly screen: string;
  readonly autosave: AutosaveView;
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  readonly room: Room;
  readonly beside: View;
  readonly account: { readonly name: string; readonly role: string };
  /** Something is to lie over the rest. */
  onOver(over: 'palette' | 'phone' | 'keys'): void;
  onView(view: View): void;
  onRoom(room: Room): void;
}

/** Where one is, whether it is kept, and the ways to all else. */
export function Top({
  screen,
  autosave,
  workspace,
  view,
  room,
  beside,
  account,
  children,
  onOver,
  onView,
  onRoom,
}: TopProps) {
  const keys = useKeys();
  const { saving, why, met, published, ended } = autosave;
  const who = `${account.name}, ${account.role}`;
  // The room itself leads back to where one works.
  const enter = (next: Room): void => onRoom(room === next ? 'edit' : next);
  return (
    <header className="st-top">
      <strong>{screen}</strong>
      <span className="st-soft" role="status">
        {[SAVING[saving], why].filter((words) => words !== undefined).join(': ')}
        {ended === undefined ? '' : `. ${ENDED[ended]}`}
      </span>
      <a href="/studio?new" title="What is written here is kept in its draft">
        New draft
      </a>
      {met.length === 0 && published === undefined ? null : (
        <button
          type="button"
          className="st-alert"
          aria-pressed={room === 'conflict'}
          onClick={() => enter('conflict')}
        >
          {met.length === 0 ? 'Published otherwise: see both versions' : 'See both versions'}
        </button>
      )}
      <button
        type="button"
        disabled={view.undo === undefined}
        title={view.undo}
        onClick={() => workspace.undo()}
      >
        Undo
      </button>
      <button
        type="button"
        disabled={view.redo === undefined}
        title={view.redo}
        onClick={() => workspace.redo()}
      >
        Redo
      </button>
      <button type="button" aria-keyshortcuts={keys.shortcut('palette')} onClick={() => onOver('palette')}>
        Go to…
      </button>
      <div className="st-views" role="group" aria-label="View">
        {VIEWS.map(([one, title]) => (
          <button
            key={one}
            type="button"
            aria-pressed={room === 'edit' && one === beside}
            onClick={() => onView(one)}
          >
            {title}
          </button>
        ))}
      </div>
      {children}
      <span className="st-fill" />
      <button type="button" onClick={() => onOver('phone')}>
        On a phone
      </button>
      <button type="button" aria-pressed={room === 'states'} onClick={() => enter('states')}>
        All states
      </button>
      <button
        type="button"
        aria-pressed={room === 'review'}
        aria-keyshortcuts={keys.shortcut('review')}
        onClick={() => enter('review')}
      >
        {view.changed.size === 1 ? 'Review 1 change' : `Review ${view.changed.size} changes`}
      </button>
      <button type="button" aria-pressed={room === 'releases'} onClick={() => enter('releases')}>
        Releases
      </button>
      <span className="st-soft st-account">{who}</span>
      <a href="/capiz/staff" title={who}>
        {account.role === 'admin' ? 'Colleagues' : 'Account'}
      </a>
      <button
        type="button"
        aria-label="Keys"
        title="Keys"
        aria-keyshortcuts={keys.shortcut('keys')}
        onClick={() => onOver('keys')}
      >
        ?
      </button>
    </header>
  );
}
