import { useMemo } from 'react';
import { isJson } from '#renderer/grammar/json.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { Declared } from '../members/declared.tsx';
import type { MemberScope } from '../members/scope.ts';
import { type Edited, insertItem, removeItem, setAt } from '../model/edits.ts';
import { documentOf } from '../model/nodes.ts';
import type { Selection } from '../model/outline.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { titleOf } from '../review/words.ts';
import { readPlainText } from '../words/plain-text.ts';
import { Form } from './form.tsx';
import { settingsOf } from './settings.ts';
import { setShown } from './write.ts';

export interface DocumentFormProps {
  readonly view: WorkspaceView;
  readonly file: string;
  readonly scope: MemberScope;
  readonly isEntered: boolean;
  onEntered(): void;
  onChange(
    label: string,
    edit: (source: { path: string; text: string }) => Edited,
    place: Selection,
    gesture?: string,
  ): void;
  onOpenJson(place: Selection): void;
}

/** Every ten seconds for ten minutes, until somebody says otherwise. */
const FIRST_POLLING = { seconds: 10, times: 60 };

/** The settings of a document outside of its nodes: brand, phone, hosts, card types, … */
export function DocumentForm(props: DocumentFormProps) {
  const { view, file, scope, isEntered, onEntered, onChange, onOpenJson } = props;
  const document = documentOf(view, file);
  const settings = useMemo(
    () => (isJson(document) ? settingsOf(file, document) : undefined),
    [file, document],
  );
  if (settings === undefined || settings.groups.length === 0) return null;
  const { groups, lists, untitled, polling, others, title, help } = settings;
  const all = groups.flatMap(({ properties }) => properties);
  const values = Object.fromEntries(
    all.map(({ name }) => {
      const value = valueAt(document, name);
      return [name, readPlainText(value)?.source ?? value];
    }),
  );
  const here = { file, pointer: '' };
  return (
    <Form
      {...{ title, help, values, others, isEntered, onEntered }}
      // Lists of equal length have the same fields.
      key={all.map(({ name }) => name).join(' ')}
      form={{
        key: `${file} ${all.map(({ name, way, title: called }) => `${name}:${way}:${called}`).join(' ')}`,
        groups,
      }}
      onWrite={(property, value) =>
        onChange(
          `${property.title} of ${titleOf(file)}`,
          (source) => ({ ...setShown(source, property.name, property, value), pointer: '' }),
          here,
          `${file}${property.name}`,
        )
      }
      onOpenJson={(name) => onOpenJson({ file, pointer: name })}
    >
      {untitled.map(({ pointer, title: called, expression }) => (
        <p key={pointer} className="st-row">
          {called}{' '}
          <button
            type="button"
            aria-label={`Give ${called} a title`}
            onClick={() =>
              onChange(
                `Title of ${called}`,
                (source) => ({
                  ...setAt(source, pointer, { value: expression, title: called }),
                  pointer: '',
                }),
                here,
              )
            }
          >
            Give it a title
          </button>
        </p>
      ))}
      {polling.map(({ pointer, title: called, isOn }) => (
        <p key={pointer} className="st-row">
          {called}{' '}
          <button
            type="button"
            aria-label={isOn ? `Stop reading ${called} again` : `Read ${called} again every…`}
            onClick={() =>
              onChange(
                isOn ? `Stop reading ${called} again` : `Read ${called} again`,
                (source) => ({ ...setAt(source, pointer, isOn ? undefined : FIRST_POLLING), pointer: '' }),
                here,
              )
            }
          >
            {isOn ? 'Stop reading again' : 'Read again every…'}
          </button>
        </p>
      ))}
      {lists.map(({ pointer, title: called, length, blank }) => (
        <p key={pointer} className="st-row">
          {called}{' '}
          <button
            type="button"
            aria-label={`Add one to ${called}`}
            onClick={() =>
              onChange(`Add to ${called}`, (source) => insertItem(source, pointer, length, blank), here)
            }
          >
            Add one
          </button>
          <button
            type="button"
            disabled={length === 0}
            aria-label={`Take the last of ${called} away`}
            onClick={() =>
              onChange(
                `Take one of ${called} away`,
                (source) => removeItem(source, joinPointer(pointer, String(length - 1))),
                here,
              )
            }
          >
            Take the last away
          </button>
        </p>
      ))}
      <div className="st-members">
        <Declared scope={scope} />
      </div>
    </Form>
  );
}
