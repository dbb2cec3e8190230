import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import {
  HttpFailure,
  type LiveChild,
  type LiveNode,
  type LiveScreen,
  openScreen,
  prepareScreen,
  Screen,
  type Services,
} from '#renderer/index.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { createHistory } from '#src/borrower/history.ts';
import { createServices } from '#src/borrower/services.ts';
import { readDevice } from '#src/borrower/device.ts';
import { watchEffects } from '#src/testing/watch-effects.ts';
import type { Look } from './frame-api.ts';

let ids = 0;
const newId = (): string => `id-${(ids += 1)}`.padEnd(8, '0');

/** Opens the screen of an example. Nothing leaves it: navigation and calls are only reported. */
export async function openExample(
  plan: Plan,
  app: AppPlan,
  { language }: Look,
  happened: (words: string) => void,
): Promise<LiveScreen> {
  await prepareScreen(plan);
  const live = openScreen({
    plan,
    app,
    services: createExampleServices(happened),
    params: {},
    session: {},
    device: readDevice(window, language),
    entry: newId(),
  });
  return {
    ...live,
    emit(node, event) {
      happened(event);
      live.emit(node, event);
    },
    write(node, value, isShown) {
      happened(describeValue(value));
      live.write(node, value, isShown);
    },
  };
}

function createExampleServices(happened: (words: string) => void): Services {
  const history = createHistory(window, newId);
  const made = createServices({
    ...{ window, history, newId, clockOffsetMs: 0 },
    // Another example must not restore what this one stored.
    storage: { session: undefined, device: undefined },
  });
  const { locks: _shared, ...own } = made;
  const watched = watchEffects(
    {
      ...own,
      http: {
        send({ method, url }) {
          happened(`calls ${method} ${url}, which is not sent`);
          return Promise.reject(new HttpFailure('network', true));
        },
      },
      router: {
        ...own.router,
        go: () => undefined,
        back: () => undefined,
        leave: (url) => happened(`leaves for ${url}`),
      },
      report: ({ code, detail }) => happened(`fault ${code}${detail === undefined ? '' : ` ${detail}`}`),
    },
    happened,
  );
  // After the watch: drafts of a form are no events.
  return { ...watched, storage: { session: createMemory(), device: createMemory() } };
}

function createMemory(): Services['storage']['session'] {
  const kept = new Map<string, string>();
  return {
    get: (key) => kept.get(key),
    set: (key, text) => void kept.set(key, text),
    remove: (key) => void kept.delete(key),
    keys: () => [...kept.keys()],
  };
}

export interface ExampleProps {
  readonly live: LiveScreen;
  readonly happened: (words: string) => void;
}

export function Example({ live, happened }: ExampleProps) {
  const fields = live.body.flatMap(fieldsIn);
  return (
    <>
      <Screen live={live} chrome="host" />
      {fields.map((field) => (
        <FieldWatch key={field.instance} field={field} happened={happened} />
      ))}
    </>
  );
}

/** The fields of a form at the first level: the one of the example. */
function fieldsIn(child: LiveChild): readonly LiveNode[] {
  if (child.kind === 'repeat') return [];
  const inside = Object.values(child.slots).flat().flatMap(fieldsIn);
  return child.snapshot().joint === undefined ? inside : [child, ...inside];
}

/** Reports the values of a form's field, which its widget writes into the form itself. */
function FieldWatch({ field, happened }: { readonly field: LiveNode } & Pick<ExampleProps, 'happened'>) {
  const { joint } = field.snapshot();
  // A field of a form keeps its joint as long as its screen is open.
  if (joint === undefined) return null;
  return <ValueWatch {...joint} happened={happened} />;
}

type Joint = NonNullable<ReturnType<LiveNode['snapshot']>['joint']>;

function ValueWatch({
  control,
  name,
  happened,
}: Pick<Joint, 'control' | 'name'> & Pick<ExampleProps, 'happened'>) {
  const value: unknown = useWatch({ control, name });
  const last = useRef(value);
  useEffect(() => {
    if (Object.is(last.current, value)) return;
    last.current = value;
    happened(describeValue(value));
  }, [value, happened]);
  return null;
}

function describeValue(value: unknown): string {
  return `value: ${value === undefined ? 'none' : JSON.stringify(value)}`;
}
