import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Selection } from '../model/outline.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import { Problems } from './problems.tsx';
import './below.css';

/** The editor is half of what the studio weighs, and many never open it. */
const JsonPane = lazy(async () => ({ default: (await import('../json/json-pane.tsx')).JsonPane }));

export interface BelowProps {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  /** The document that is shown as JSON. */
  readonly file: string;
  readonly selection: Selection | undefined;
  onSelect(selection: Selection): void;
}

type Shown = 'problems' | 'json';

/** What can be opened below the preview: problems, and the document as it is written. */
export function Below({ workspace, view, file, selection, onSelect }: BelowProps) {
  const [shown, setShown] = useState<Shown | undefined>('problems');
  const [isByKey, setByKey] = useState(false);
  const json = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
      if (event.key.toLowerCase() !== 'j') return;
      event.preventDefault();
      if (shown === 'json') json.current?.focus();
      setByKey(shown !== 'json');
      setShown(shown === 'json' ? undefined : 'json');
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [shown]);

  const toggle = (one: Shown): void => {
    setByKey(false);
    setShown(shown === one ? undefined : one);
  };

  return (
    <section className="st-below" aria-label="Problems and JSON">
      <div className="st-below-bar">
        <button type="button" aria-expanded={shown === 'problems'} onClick={() => toggle('problems')}>
          Problems {view.problems.length}
        </button>
        <button
          ref={json}
          type="button"
          aria-expanded={shown === 'json'}
          aria-keyshortcuts="Control+J Meta+J"
          onClick={() => toggle('json')}
        >
          JSON
        </button>
      </div>
      {shown === 'problems' ? <Problems problems={view.problems} onSelect={onSelect} /> : null}
      {shown === 'json' ? (
        <Suspense fallback={<p className="st-soft">The editor is coming.</p>}>
          <JsonPane
            workspace={workspace}
            file={file}
            selection={selection}
            isFocused={isByKey}
            onSelect={onSelect}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
