import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Problem } from '#renderer/plan/problem.ts';
import type { Selection } from '../model/outline.ts';
import type { Workspace } from '../model/workspace.ts';
import { type JsonEditor, openJsonEditor } from './editor.ts';
import type { Said } from '#src/language-service/say.ts';
import './json-pane.css';

export interface JsonPaneProps {
  readonly workspace: Workspace;
  /** Path of the document. */
  readonly file: string;
  readonly selection: Selection | undefined;
  /** A new object moves the caret into the editor. */
  readonly entry?: object;
  /** Default: the workspace's problems. */
  readonly problemsIn?: (file: string) => readonly Problem[];
  onSelect(selection: Selection): void;
}

/** Shows the selected document as JSON. */
export function JsonPane({ workspace, file, selection, entry, problemsIn, onSelect }: JsonPaneProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<JsonEditor>(undefined);
  const [said, setSaid] = useState<Said>();
  const select = useEffectEvent(onSelect);
  const begin = useEffectEvent((opened: JsonEditor) => {
    opened.show(file, selection);
  });

  useEffect(() => {
    const parent = place.current;
    if (parent === null) return undefined;
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="capiz-nonce"]')?.content ?? '';
    const opened = openJsonEditor({
      parent,
      nonce,
      workspace,
      problemsIn,
      onSelect: (next) => select(next),
      onSaid: setSaid,
    });
    editor.current = opened;
    begin(opened);
    return () => {
      editor.current = undefined;
      opened.close();
    };
  }, [workspace, problemsIn]);

  useEffect(() => {
    editor.current?.show(file, selection);
  }, [file, selection]);

  useEffect(() => {
    if (entry !== undefined) editor.current?.focus();
  }, [entry]);

  return (
    <section className="st-json" aria-label="JSON">
      <div ref={place} className="st-json-text" />
      <p className="st-json-said st-soft">
        <strong>{said?.title ?? file}</strong> {said?.help}
      </p>
    </section>
  );
}
