import { useMemo } from 'react';
import { nameOf, screensWith } from '../model/uses.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import './documents.css';

export interface DocumentsProps {
  readonly view: WorkspaceView;
  /** The open document, and the screen in the preview. */
  readonly current: string;
  readonly screen: string;
  onOpen(file: string): void;
  onOpenScreen(screen: string, file: string): void;
}

interface Group {
  readonly title: string;
  has(path: string): boolean;
}

const GROUPS: readonly Group[] = [
  { title: 'Parts', has: (path) => path.endsWith('.part.json') },
  { title: 'Texts', has: (path) => path.startsWith('screens/messages/') },
  { title: 'Application', has: (path) => path === 'screens/app.json' },
  { title: 'Services', has: (path) => path.startsWith('schemas/api/') && path.endsWith('.json') },
];

/** Lists all documents except screens; parts with the screens that use them. */
export function Documents({ view, current, screen, onOpen, onOpenScreen }: DocumentsProps) {
  const paths = view.files.map(({ path }) => path);
  return (
    <div className="st-screens st-documents">
      {GROUPS.map(({ title, has }) => {
        const own = paths.filter(has);
        return own.length === 0 ? null : (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {own.map((path) => (
                <li key={path}>
                  <button
                    type="button"
                    aria-current={path === current || undefined}
                    onClick={() => onOpen(path)}
                  >
                    {nameOf(path)}
                    {view.changed.has(path) ? <span className="st-mark">changed</span> : null}
                    {view.problems.some(({ file, severity }) => file === path && severity === 'error') ? (
                      <span className="st-mark st-bad">error</span>
                    ) : null}
                  </button>
                  {title === 'Parts' ? (
                    <Uses
                      view={view}
                      path={path}
                      screen={path === current ? screen : undefined}
                      onOpen={(one) => onOpenScreen(one, path)}
                    />
                  ) : null}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface UsesProps {
  readonly view: WorkspaceView;
  readonly path: string;
  /** The screen in the preview, if the part is open. */
  readonly screen: string | undefined;
  onOpen(screen: string): void;
}

/** Lists the screens that a change of this part affects. */
function Uses({ view, path, screen, onOpen }: UsesProps) {
  const screens = useMemo(() => screensWith(view, path), [view, path]);
  return (
    <details>
      <summary>
        {screens.length === 1 ? 'Used in 1 screen' : `Used in ${screens.length} screens`}
        <span className="st-spoken"> ({nameOf(path)})</span>
      </summary>
      <ul>
        {screens.map((one) => (
          <li key={one}>
            <button type="button" aria-current={one === screen || undefined} onClick={() => onOpen(one)}>
              {one}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
