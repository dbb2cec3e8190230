import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Screen } from '#renderer/index.ts';
import type { Filled } from './definition.ts';
import { type FormOf, openForm, type PropertyForm } from './open.ts';
import { Unshown } from './unshown.tsx';
import './properties.css';

export interface FormProps {
  readonly title: string;
  readonly help: string;
  /** Forms with equal keys are the same form. */
  readonly form: FormOf;
  readonly values: { readonly [name: string]: unknown };
  /** Values that no field can show completely. */
  readonly others: readonly { readonly name: string; readonly title: string; readonly value: unknown }[];
  /** Fields that come before the form. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  /** Whether to focus the first field as soon as it is rendered. */
  readonly isEntered?: boolean;
  onEntered?(): void;
  onWrite(property: Filled, value: unknown): void;
  onOpenJson(name: string): void;
}

const FIELD = 'input, textarea, select';
const SHOWN = '[data-shown] textarea';

/** A form generated from a schema and rendered by our engine. */
export function Form(props: FormProps) {
  const { title, help, form, values, others, lead, children, isEntered = false, onWrite, onOpenJson } = props;
  const [opened, setOpened] = useState<PropertyForm>();
  const write = useEffectEvent(onWrite);
  const fill = useEffectEvent((next: PropertyForm) => next.fill(values));
  const open = useEffectEvent(() => openForm(form, (property, value) => write(property, value)));
  const entered = useEffectEvent(() => props.onEntered?.());
  const place = useRef<HTMLElement>(null);
  const { key } = form;

  // The key gives each node its form instance, so that half-typed values do not move to another node.
  useEffect(() => {
    let isGone = false;
    let mine: PropertyForm | undefined;
    void open().then((next) => {
      if (isGone) {
        next.close();
        return;
      }
      mine = next;
      fill(next);
      setOpened(next);
    });
    return () => {
      isGone = true;
      mine?.close();
    };
  }, [key]);

  // Show the new values after an undo or an edit of the JSON.
  useEffect(() => opened?.fill(values), [opened, values]);

  useEffect(() => {
    const within = place.current;
    // Of a text with cases, the one that is shown.
    const first = within?.querySelector<HTMLElement>(SHOWN) ?? within?.querySelector<HTMLElement>(FIELD);
    if (!isEntered || opened === undefined || !first) return;
    first.focus();
    // Select the old value, so that typing replaces it.
    if (first instanceof HTMLInputElement || first instanceof HTMLTextAreaElement) first.select();
    entered();
  }, [isEntered, opened]);

  return (
    <section ref={place} aria-label="Properties" className="st-properties">
      <h2>{title}</h2>
      <p className="st-soft">{help}</p>
      {lead}
      {opened === undefined ? null : <Screen live={opened.live} chrome="host" />}
      {children}
      {others.length === 0 ? null : (
        <ul className="st-others">
          {others.map(({ name, title: called, value }) => (
            <Unshown key={name} title={called} value={value} onOpenJson={() => onOpenJson(name)} />
          ))}
        </ul>
      )}
    </section>
  );
}
