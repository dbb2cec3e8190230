import { CircleQuestionMark, CircleUserRound, Redo2, Search, Smartphone, Undo2 } from 'lucide-react';
import { Link } from 'wouter';
import { Mentions } from '../comments/mentions.tsx';
import { HomeLink } from '../home/home-link.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { screenTitleOf } from '../model/nodes.ts';
import type { View } from '../routes/address.ts';
import { NEW_DRAFT_ADDRESS } from '../routes/gone.tsx';
import { People } from '../together/people.tsx';
import { TooltipButton } from '../ui/tooltip-button.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import type { StudioScope } from '../use-studio.ts';
import { SaveBanner } from './save-banner.tsx';
import './top.css';

const VIEWS: readonly (readonly [View, string])[] = [
  ['screens', 'Preview'],
  ['texts', 'Texts'],
  ['pictures', 'Pictures'],
  ['map', 'Map'],
];

/** The top bar: what is open, undo and redo, the views, the people who are here, and the review. */
export function Top({ scope }: { readonly scope: StudioScope }) {
  const { ask, workspace, view, screen, account, address, saved, others, hrefTo, setOver } = scope;
  const { saving } = saved;
  const shown = address.view;
  const title = screenTitleOf(view, screen);
  const keys = useKeys();
  // There is no draft, so the page is only about releases.
  const isElsewhere = shown === 'releases' && saved.draft === undefined && view.changed.size === 0;
  const linkOf = (view: View) => ({
    className: 'st-tab',
    href: hrefTo({ view }),
    'aria-current': shown === view ? ('page' as const) : undefined,
    replace: shown === view,
  });
  return (
    <div className="st-head">
      <header className="st-top">
        <HomeLink ask={ask} title={isElsewhere ? 'Releases' : saved.draft?.title} />
        {isElsewhere ? null : <strong title={screen}>{title}</strong>}
        <span className="st-soft st-saving" role="status">
          {scope.denied !== undefined || isElsewhere
            ? ''
            : saving === 'saved'
              ? 'Saved'
              : saving === 'saving'
                ? 'Saving…'
                : ''}
        </span>
        <Tooltip text="What is written here is kept in its draft">
          <a href={NEW_DRAFT_ADDRESS}>+ New draft</a>
        </Tooltip>
        <TooltipButton
          name="Undo"
          hint={view.undo}
          isOff={view.undo === undefined || scope.denied !== undefined}
          onPress={() => workspace.undo()}
        >
          <Undo2 aria-hidden size={18} />
        </TooltipButton>
        <TooltipButton
          name="Redo"
          hint={view.redo}
          isOff={view.redo === undefined || scope.denied !== undefined}
          onPress={() => workspace.redo()}
        >
          <Redo2 aria-hidden size={18} />
        </TooltipButton>
        <TooltipButton name="Go to…" shortcut={keys.shortcut('palette')} onPress={() => setOver('palette')}>
          <Search aria-hidden size={18} />
        </TooltipButton>
        <div className="st-views" role="group" aria-label="View">
          {VIEWS.map(([one, title]) => (
            <Link key={one} {...linkOf(one)}>
              {title}
            </Link>
          ))}
          <Link {...linkOf('states')}>All states</Link>
        </div>
        {/* It takes the free space, so that nothing else moves when a colleague comes or goes. */}
        <div className="st-present">
          <People others={others} taken={saved.taken} onShow={scope.show} />
          <Mentions {...{ ask, view, account }} onGo={scope.goTo} />
        </div>
        <TooltipButton name="On a phone" onPress={() => setOver('phone')}>
          <Smartphone aria-hidden size={18} />
        </TooltipButton>
        <TooltipButton name="Keys" shortcut={keys.shortcut('keys')} onPress={() => setOver('keys')}>
          <CircleQuestionMark aria-hidden size={18} />
        </TooltipButton>
        <Tooltip text={`${account.name}, ${account.role}`}>
          <a
            className="st-tab st-icon"
            href="/capiz/staff"
            aria-label={account.role === 'admin' ? 'Colleagues' : 'Account'}
          >
            <CircleUserRound aria-hidden size={18} />
          </a>
        </Tooltip>
        <Link {...linkOf('releases')}>Releases</Link>
        {isElsewhere ? null : (
          <Link
            {...linkOf('review')}
            className={shown === 'releases' ? 'st-tab st-to-review' : 'st-tab st-to-review st-primary-link'}
            aria-keyshortcuts={keys.shortcut('review')}
          >
            {view.changed.size === 1 ? 'Review 1 change' : `Review ${view.changed.size} changes`}
          </Link>
        )}
      </header>
      <SaveBanner
        denied={scope.denied}
        saved={saved}
        conflictHref={hrefTo({ view: 'conflict' })}
        onAgain={() => scope.autosave.retry()}
      />
    </div>
  );
}
