import type { WorkspaceView } from '../model/workspace.ts';

export interface ScreensProps {
  readonly view: WorkspaceView;
  readonly current: string;
  onOpen(screen: string): void;
}

const SCREEN = /^screens\/([^/]+)\.screen\.json$/;

/** All screens, with what is the matter with each. */
export function Screens({ view, current, onOpen }: ScreensProps) {
  const screens = view.files.flatMap(({ path }) => SCREEN.exec(path)?.[1] ?? []);
  return (
    <ul className="st-screens" aria-label="Screens">
      {screens.map((screen) => {
        const path = `screens/${screen}.screen.json`;
        const hasErrors = view.problems.some((one) => one.file === path && one.severity === 'error');
        return (
          <li key={screen}>
            <button
              type="button"
              aria-current={screen === current || undefined}
              onClick={() => onOpen(screen)}
            >
              {screen}
              {view.changed.has(path) ? <span className="st-mark">changed</span> : null}
              {hasErrors ? <span className="st-mark st-bad">error</span> : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
