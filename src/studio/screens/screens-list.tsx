import { memo, useMemo } from 'react';
import { Link } from 'wouter';
import type { LiveScreen } from '#src/shared/registry/home.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { Picture } from '../pictures/picture.tsx';
import { listScreens, screenPath } from './all-screens.ts';
import { groupScreens } from './groups.ts';
import './screens.css';

export interface ScreensListProps {
  readonly view: WorkspaceView;
  readonly current: string;
  /** Address of the page that makes a new screen; undefined: this person may not. */
  readonly newHref: string | undefined;
  /** Address of a screen. */
  hrefOf(screen: string): string;
  /** Called before a screen opens. */
  onOpen(screen: string): void;
}

/** All screens by title, in groups, with their changes and errors. */
export function ScreensList({ view, current, newHref, hrefOf, onOpen }: ScreensListProps) {
  const wrong = new Set(view.problems.flatMap(({ file, severity }) => (severity === 'error' ? [file] : [])));
  const groups = useGroups(view);
  return (
    <div className="st-screens">
      {newHref === undefined ? null : (
        <Link className="st-new-link" href={newHref}>
          + New screen
        </Link>
      )}
      {groups.map(({ title, screens }) => (
        <details key={screens[0]?.id} open>
          <summary>{title}</summary>
          <ul aria-label={title}>
            {screens.map((screen) => (
              <ScreenLine
                key={screen.id}
                id={screen.id}
                title={screen.title}
                isCurrent={screen.id === current}
                isChanged={view.changed.has(screenPath(screen.id))}
                hasErrors={wrong.has(screenPath(screen.id))}
                href={hrefOf(screen.id)}
                {...{ onOpen }}
              />
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

/** Groups again only if a screen or a title changes. */
function useGroups(view: WorkspaceView) {
  const screens = listScreens(view);
  const key = screens.map(({ id, title }) => `${id} ${title}`).join('\n');
  return useMemo(
    () =>
      groupScreens(
        key.split('\n').flatMap((line): LiveScreen[] => {
          const at = line.indexOf(' ');
          return at < 0 ? [] : [{ id: line.slice(0, at), title: line.slice(at + 1) }];
        }),
      ),
    [key],
  );
}

interface ScreenLineProps extends LiveScreen {
  readonly isCurrent: boolean;
  readonly isChanged: boolean;
  readonly hasErrors: boolean;
  readonly href: string;
  onOpen(screen: string): void;
}

/** Memoized: there can be hundreds of screens, and an edit changes one at most. */
const ScreenLine = memo(function ScreenLine(props: ScreenLineProps) {
  const { id, title, isCurrent, isChanged, hasErrors, href, onOpen } = props;
  return (
    <li>
      <Link href={href} aria-current={isCurrent ? 'page' : undefined} onClick={() => onOpen(id)}>
        <Picture pictured={{ screen: id }} size="tiny" />
        <span className="st-screen-line">
          {title} <span className="st-screen-id st-soft">{id}</span>
        </span>
        {isChanged ? <span className="st-mark">changed</span> : null}
        {hasErrors ? <span className="st-mark st-bad">error</span> : null}
      </Link>
    </li>
  );
});
