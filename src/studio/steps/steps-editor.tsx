import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { isWithin, moveItem, removeItem, setMember } from '../model/edits.ts';
import { documentOf } from '../model/nodes.ts';
import type { OutlineItem } from '../model/outline.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import type { Change } from '../properties/write.ts';
import { StepPicture } from './step-picture.tsx';
import { addStep, setPicture, type Step, type Steps, takePicture } from './steps.ts';
import { ValueButtons } from './value-buttons.tsx';
import { type TextValue, valuesAt } from './values.ts';
import './steps.css';

export interface StepsEditorProps {
  readonly view: WorkspaceView;
  /** The selected node. It stays selected unless it is one of the steps. */
  readonly item: OutlineItem;
  readonly steps: Steps;
  readonly onChange: Change;
}

/** Edits a group of instructions as a list of steps. */
export function StepsEditor({ view, item, steps: { list, steps }, onChange }: StepsEditorProps) {
  const { file } = item;
  const place = useRef<HTMLElement>(null);
  const focusNext = useFocusNext(place, steps);
  /** The step with the focus. */
  const [open, setOpen] = useState<{ readonly at: number; readonly values: readonly TextValue[] }>();

  const kept = isWithin(list, item.pointer) ? { pointer: item.pointer } : {};
  const change = (label: string, edit: Parameters<Change>[1], gesture?: string): void =>
    onChange(label, (source) => ({ ...edit(source), ...kept }), item, gesture);
  const write = (step: Step, words: string): void => {
    const { pointer = step.pointer } = step.text ?? {};
    change(
      'Text of a step',
      (source) => ({ ...setMember(source, pointer, 'text', words), pointer: step.pointer }),
      `${file}${pointer}/text`,
    );
  };
  /** Index among the text fields; steps without a field are not counted. */
  const fieldOf = (at: number): number => steps.slice(0, at).filter(isWritten).length;
  const add = (at: number): void => {
    focusNext(fieldOf(at), true);
    change('New step', (source) => addStep(source, list, at));
  };
  const hear = (event: KeyboardEvent<HTMLTextAreaElement>, step: Step, at: number): void => {
    const { key, altKey, shiftKey } = event;
    if (key === 'Enter' && !shiftKey) add(at + 1);
    else if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      const by = key === 'ArrowUp' ? -1 : 1;
      const to = at + by;
      if (to >= 0 && to < steps.length) {
        focusNext(fieldOf(at) + by, false);
        change('Move a step', (source) => moveItem(source, step.pointer, by));
      }
    } else if (key === 'Backspace' && step.text?.words === '' && steps.length > 1) {
      focusNext(Math.max(0, fieldOf(at) - 1), false);
      change('Remove a step', (source) => removeItem(source, step.pointer));
    } else return;
    event.preventDefault();
  };

  return (
    <section ref={place} aria-label="Steps" className="st-steps">
      <h3>Steps</h3>
      <p className="st-soft">Enter makes a new step, Alt with ↑ or ↓ moves it.</p>
      <ol>
        {steps.map((step, at) => (
          // The index is the key, because the text changes while typing.
          <li key={joinPointer(list, String(at))}>
            {isWritten(step) ? (
              <StepText
                step={step}
                at={at}
                values={open?.at === at ? open.values : undefined}
                onWrite={(words) => write(step, words)}
                onKeyDown={(event) => hear(event, step, at)}
                onFocus={() =>
                  setOpen({ at, values: valuesAt(view.files, file, `${step.text?.pointer}/text`) })
                }
              />
            ) : (
              <p className="st-soft">{whyNot(step)}</p>
            )}
            {step.each === undefined ? (
              <StepPicture
                at={at + 1}
                files={view.files}
                picture={step.picture}
                onChoose={(src, alt) =>
                  change('Picture of a step', (source) =>
                    setPicture(source, documentOf(view, file), step, src, alt),
                  )
                }
                onTake={() => change('Take a picture away', (source) => takePicture(source, step))}
              />
            ) : null}
          </li>
        ))}
      </ol>
      <button type="button" onClick={() => add(steps.length)}>
        Add a step
      </button>
    </section>
  );
}

/** @returns A function that focuses a text field after the next render. */
function useFocusNext(place: RefObject<HTMLElement | null>, steps: readonly Step[]) {
  const wanted = useRef<{ readonly at: number; readonly isNew: boolean }>(undefined);
  // A layout effect: a passive effect of an earlier render could still find the old fields.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const { at, isNew } = wanted.current;
    const field = place.current?.querySelectorAll('textarea')[at];
    if (!field) return;
    wanted.current = undefined;
    field.focus();
    if (isNew) field.select();
  }, [place, steps]);
  return (at: number, isNew: boolean): void => {
    wanted.current = { at, isNew };
  };
}

interface StepTextProps {
  readonly step: Step;
  readonly at: number;
  /** Values to offer; undefined if the field does not have the focus. */
  readonly values: readonly TextValue[] | undefined;
  onWrite(words: string): void;
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void;
  onFocus(): void;
}

function StepText({ step, at, values, onWrite, onKeyDown, onFocus }: StepTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const words = step.text?.words ?? '';
  const insert = ({ written }: TextValue): void => {
    const from = field.current?.selectionStart ?? words.length;
    const to = field.current?.selectionEnd ?? words.length;
    onWrite(words.slice(0, from) + written + words.slice(to));
    field.current?.focus();
    field.current?.setSelectionRange(from + written.length, from + written.length);
  };
  return (
    <>
      <textarea
        ref={field}
        aria-label={`Step ${at + 1}`}
        rows={2}
        value={step.text?.words}
        onChange={({ target }) => onWrite(target.value)}
        {...{ onKeyDown, onFocus }}
      />
      {values === undefined ? null : <ValueButtons values={values} onChoose={insert} />}
    </>
  );
}

function isWritten({ text, each }: Step): boolean {
  return text !== undefined && each === undefined;
}

function whyNot({ each }: Step): string {
  return each === undefined
    ? 'This step is more than a text and a picture: select it in the outline.'
    : `One step for each of ${each}: the server sends them, and nothing here changes what it sends.`;
}
