import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { valueAt } from '#renderer/grammar/pointer.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { documentOf } from '../model/nodes.ts';
import { titlesIn } from '../model/named-values.ts';
import type { Selection } from '../model/outline.ts';
import type { Workspace, WorkspaceView } from '../model/workspace.ts';
import type { Change } from '../properties/write.ts';
import type { Editing } from './editing.ts';
import type { ActionList } from './lists.ts';
import { StepList } from './step-list.tsx';
import { StepProblems } from './step-problems.tsx';
import { type Surroundings, surroundingsOf } from './surroundings.ts';
import './actions.css';

export interface ActionListsProps {
  readonly workspace: Workspace;
  readonly view: WorkspaceView;
  /** What is selected; it stays selected. */
  readonly place: Selection;
  readonly lists: readonly ActionList[];
  readonly problems: readonly Problem[];
  readonly onChange: Change;
  onOpenJson(place: Selection): void;
  /** Removes a link from its text. */
  onUnlink?(link: string): void;
  /** What follows the lists. */
  after?(around: Surroundings): ReactNode;
}

/** What a node or a document does: its lists of steps. */
export function ActionLists(props: ActionListsProps) {
  const { workspace, view, place, lists, problems, onChange, onOpenJson, onUnlink, after } = props;
  const { file } = place;
  const section = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<string>();
  const [said, setSaid] = useState('');
  const document = documentOf(view, file);
  const around = useMemo(() => surroundingsOf(view.files, file), [view.files, file]);
  const titles = useMemo(() => titlesIn(view, file), [view, file]);
  const focus = useFocus(section, document);
  const own = useMemo(() => problems.filter((one) => one.file === file), [problems, file]);
  const editing: Editing = {
    ...{ workspace, view, file, around, titles, open, setOpen, focus },
    problems: own,
    say: setSaid,
    change: (label, edit, gesture) =>
      onChange(label, (source) => ({ ...edit(source), pointer: place.pointer }), place, gesture),
    onOpenJson: (pointer) => onOpenJson({ file, pointer }),
  };
  if (lists.length === 0 && after === undefined) return null;
  return (
    <section ref={section} aria-label="What happens" className="st-actions">
      {lists.map(({ pointer, title, help, begun, handlesFailure = false, link }) => (
        <section key={pointer} aria-label={title}>
          <h3>
            {title} <span className="st-soft">{help}</span>
          </h3>
          <StepProblems
            problems={own.filter((one) => one.pointer === pointer || one.pointer === eventsOf(pointer))}
          />
          <StepList
            {...{ editing, title }}
            list={pointer}
            actions={valueAt(document, pointer)}
            place={{ begun, handlesFailure }}
          />
          {link === undefined || onUnlink === undefined ? null : (
            <button
              type="button"
              className="st-link"
              aria-label={`Remove the link “${link}”`}
              onClick={() => onUnlink(link)}
            >
              Remove the link
            </button>
          )}
        </section>
      ))}
      {after?.(around)}
      <p role="status" className="st-spoken">
        {said}
      </p>
    </section>
  );
}

/** The record of a node's events, where a list that is missing is reported. */
function eventsOf(list: string): string | undefined {
  return /^(.*\/on)\/[^/]+$/.exec(list)?.[1];
}

/** @returns A function that moves the focus after the next render with another document. */
function useFocus(section: RefObject<HTMLElement | null>, document: unknown): Editing['focus'] {
  const wanted = useRef<{ readonly pointer: string; readonly on: 'name' | 'field' | 'add' }>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const { pointer, on } = wanted.current;
    const find = (attribute: string): HTMLElement | undefined =>
      [...(section.current?.querySelectorAll<HTMLElement>(`[data-${attribute}]`) ?? [])].find(
        (one) => one.dataset[attribute] === pointer,
      );
    const place = find(on === 'add' ? 'add' : 'step');
    if (place === undefined) return;
    wanted.current = undefined;
    const field =
      on === 'field' ? find('fields')?.querySelector<HTMLElement>('select, textarea, input') : null;
    (field ?? place).focus();
    if (field instanceof HTMLTextAreaElement) field.select();
  }, [section, document]);
  return (pointer, on) => {
    wanted.current = { pointer, on };
  };
}
