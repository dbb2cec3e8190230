import { useEffect, useEffectEvent, useState } from 'react';
import { Screen } from '#renderer/index.ts';
import type { Filled } from './definition.ts';
import { describeType } from './describe.ts';
import { openPropertyForm, type PropertyForm } from './open.ts';
import './properties.css';

export interface PropertiesProps {
  readonly kind: 'widgets' | 'overlays';
  readonly type: string;
  readonly values: { readonly [name: string]: unknown };
  onWrite(property: Filled, value: unknown): void;
  /** Asks for the JSON of a property that has no field. */
  onOpenJson(name: string): void;
}

/** What can be said of the selected node: a form made of its schema, drawn by the engine that draws borrowers' forms. */
export function Properties({ kind, type, values, onWrite, onOpenJson }: PropertiesProps) {
  const [form, setForm] = useState<PropertyForm>();
  const write = useEffectEvent(onWrite);
  const fill = useEffectEvent((next: PropertyForm) => next.fill(values));

  // Another node of the same kind has a form of its own, by its key: what was half typed is not its.
  useEffect(() => {
    let isGone = false;
    let opened: PropertyForm | undefined;
    void openPropertyForm(kind, type, (property, value) => write(property, value)).then((next) => {
      if (isGone) {
        next.close();
        return;
      }
      opened = next;
      fill(next);
      setForm(next);
    });
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [kind, type]);

  // Undone, or written as JSON, meanwhile.
  useEffect(() => form?.fill(values), [form, values]);

  const { title, help } = describeType(kind, type);
  const said = form?.others.filter(({ name }) => values[name] !== undefined) ?? [];
  return (
    <section aria-label="Properties" className="st-properties">
      <h2>{title}</h2>
      <p className="st-soft">{help}</p>
      {form === undefined ? null : <Screen live={form.live} chrome="host" />}
      {said.length === 0 ? null : (
        <ul className="st-others">
          {said.map(({ name, title: called }) => (
            <li key={name}>
              {called}{' '}
              <button type="button" className="st-link" onClick={() => onOpenJson(name)}>
                Edit as JSON
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
