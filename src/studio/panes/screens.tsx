import { memo } from 'react';
import { Link } from 'wouter';
import type { WorkspaceView } from '../model/workspace.ts';

export interface ScreensProps {
  readonly view: WorkspaceView;
  readonly current: string;
  /** Address of a screen. */
  hrefOf(screen: string): string;
  /** Called before a screen opens. */
  onOpen(screen: string): void;
}

const SCREEN = /^screens\/([^/]+)\.screen\.json$/;

/** Lists all screens with their changes and errors. */
export function Screens({ view, current, hrefOf, onOpen }: ScreensProps) {
  const wrong = new Set(view.problems.flatMap(({ file, severity }) => (severity === 'error' ? [file] : [])));
  return (
    <ul className="st-screens" aria-label="Screens">
      {view.files.map(({ path }) => {
        const screen = SCREEN.exec(path)?.[1];
        return screen === undefined ? null : (
          <ScreenLine
            key={screen}
            isCurrent={screen === current}
            isChanged={view.changed.has(path)}
            hasErrors={wrong.has(path)}
            href={hrefOf(screen)}
            {...{ screen, onOpen }}
          />
        );
      })}
    </ul>
  );
}

interface ScreenLineProps {
  readonly screen: string;
  readonly isCurrent: boolean;
  readonly isChanged: boolean;
  readonly hasErrors: boolean;
  readonly href: string;
  onOpen(screen: string): void;
}

/** Memoized: there can be hundreds of screens, and an edit changes one at most. */
const ScreenLine = memo(function ScreenLine({
  screen,
  isCurrent,
  isChanged,
  hasErrors,
  href,
  onOpen,
}: ScreenLineProps) {
  return (
    <li>
      <Link href={href} aria-current={isCurrent ? 'page' : undefined} onClick={() => onOpen(screen)}>
        {screen}
        {isChanged ? <span className="st-mark">changed</span> : null}
        {hasErrors ? <span className="st-mark st-bad">error</span> : null}
      </Link>
    </li>
  );
});
