import { Link } from 'wouter';
import { Mentions } from '../comments/mentions.tsx';
import { HomeLink } from '../home/home-link.tsx';
import { useKeys } from '../keys/use-keys.ts';
import type { Saving } from '../model/autosave.ts';
import type { View } from '../routes/address.ts';
import { NEW_DRAFT_ADDRESS } from '../routes/gone.tsx';
import { People } from '../together/people.tsx';
import type { StudioScope } from '../use-studio.ts';

const VIEWS: readonly (readonly [View, string])[] = [
  ['screens', 'Preview'],
  ['texts', 'Texts'],
  ['pictures', 'Pictures'],
  ['map', 'Map'],
];

const SAVING: { readonly [saving in Saving]: string } = {
  saved: 'Saved',
  saving: 'Saving…',
  offline: 'Not saved: the server does not answer. Trying again.',
  conflict: 'Not saved: another person changed the same document.',
  refused: 'Not saved',
};

const ENDED = {
  published: 'The draft was published; what you change now is in a new one.',
  discarded: 'The draft was closed; its changes go on in a new one.',
};

/** The top bar: location, save status, and links to the views. */
export function Top({ scope }: { readonly scope: StudioScope }) {
  const { ask, workspace, view, screen, account, address, saved, heard, others, hrefTo, setOver } = scope;
  const { saving, why, met, published, ended } = saved;
  const shown = address.view;
  const keys = useKeys();
  const who = `${account.name}, ${account.role}`;
  const linkOf = (view: View) => ({
    className: 'st-tab',
    href: hrefTo({ view }),
    'aria-current': shown === view ? ('page' as const) : undefined,
  });
  // If the view fills the window, the same link returns to the screen.
  const wholeLinkOf = (view: View) => ({
    ...linkOf(view),
    href: hrefTo({ view: shown === view ? 'screens' : view }),
  });
  return (
    <header className="st-top">
      <HomeLink ask={ask} title={saved.draft?.title} />
      <strong>{screen}</strong>
      <span className="st-soft" role="status">
        {[SAVING[saving], why].filter((words) => words !== undefined).join(': ')}
        {ended === undefined ? '' : `. ${ENDED[ended]}`}
      </span>
      <a href={NEW_DRAFT_ADDRESS} title="What is written here is kept in its draft">
        New draft
      </a>
      {met.length === 0 && published === undefined ? null : (
        <Link {...wholeLinkOf('conflict')} className="st-tab st-alert">
          {met.length === 0 ? 'Another version was published: see both' : 'See both versions'}
        </Link>
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
      <button type="button" aria-keyshortcuts={keys.shortcut('palette')} onClick={() => setOver('palette')}>
        Go to…
      </button>
      <div className="st-views" role="group" aria-label="View">
        {VIEWS.map(([one, title]) => (
          <Link key={one} {...linkOf(one)} replace={shown === one}>
            {title}
          </Link>
        ))}
      </div>
      <People others={others} taken={saved.taken} onShow={scope.show} />
      <Mentions {...{ ask, view, account }} tag={heard?.comments ?? ''} onGo={scope.goTo} />
      <span className="st-fill" />
      <button type="button" onClick={() => setOver('phone')}>
        On a phone
      </button>
      <Link {...wholeLinkOf('states')}>All states</Link>
      <Link {...wholeLinkOf('review')} aria-keyshortcuts={keys.shortcut('review')}>
        {view.changed.size === 1 ? 'Review 1 change' : `Review ${view.changed.size} changes`}
      </Link>
      <Link {...wholeLinkOf('releases')}>Releases</Link>
      <span className="st-soft st-account">{who}</span>
      <a href="/capiz/staff" title={who}>
        {account.role === 'admin' ? 'Colleagues' : 'Account'}
      </a>
      <button
        type="button"
        aria-label="Keys"
        title="Keys"
        aria-keyshortcuts={keys.shortcut('keys')}
        onClick={() => setOver('keys')}
      >
        ?
      </button>
    </header>
  );
}
