import { useEffect, useRef } from 'react';
import '../../kit/button.css';
import '../../kit/field.css';
import { FieldProblem } from '../../kit/field-problem.tsx';
import { Words } from '../../kit/words.tsx';
import { defineWidget, type WidgetProps } from '../define-widget.ts';
import type { RepeatProps } from '../props.generated.ts';
import { DragHandle } from './drag-handle.tsx';
import '../../kit/ends.css';
import '../../kit/text-button.css';
import './repeat.css';

/** The list and each of its records; the compiler marks a record's node with `record`. */
export const repeat = defineWidget<RepeatProps>({
  type: 'repeat',
  Widget: (given) => ('record' in given.props ? <RecordView {...given} /> : <ListView {...given} />),
});

function ListView({ props, id, field, isEnabled, slot, say }: WidgetProps<RepeatProps>) {
  const { label, hint } = props;
  const rows = field?.rows;
  const isRequired = field?.isRequired === true;
  const element = useRef<HTMLDivElement>(null);
  const describedBy = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(field?.problem === undefined ? [] : [`${id}-problem`]),
  ];
  const noteTap = useFocusAfterChange(element, rows?.count);
  return (
    <div
      ref={element}
      id={id}
      role="group"
      onClick={noteTap}
      className="cz-repeat cz-stack"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy.length === 0 ? undefined : describedBy.join(' ')}
    >
      <p id={`${id}-label`} className={isRequired ? 'cz-repeat-label cz-field-required' : 'cz-repeat-label'}>
        <Words of={label} lang={props.spoken?.label} />
        {/* A group has no `aria-required`. */}
        {isRequired ? <span className="cz-visually-hidden">{` (${say('required')})`}</span> : null}
      </p>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="cz-repeat-hint">
          <Words of={hint} lang={props.spoken?.hint} />
        </p>
      )}
      {slot('rows')}
      <FieldProblem id={`${id}-problem`} problem={field?.problem} />
      {rows?.add === undefined ? null : (
        <button
          type="button"
          className="cz-button"
          aria-disabled={!isEnabled || undefined}
          onClick={() => {
            if (isEnabled) rows.add?.();
          }}
        >
          <Words of={props.add} lang={props.spoken?.add} />
        </button>
      )}
    </div>
  );
}

function RecordView({ props, id, field, slot }: WidgetProps<RepeatProps>) {
  const { remove, at, moveTo, count = 0 } = field?.rows ?? {};
  return (
    <div id={id} role="group" className="cz-card cz-stack" aria-labelledby={`${id}-title`}>
      <div className="cz-ends cz-repeat-head">
        <p id={`${id}-title`} className="cz-repeat-title">
          <Words of={props.title} lang={props.spoken?.title} />
        </p>
        {at === undefined || moveTo === undefined ? null : (
          <>
            <DragHandle at={at} moveTo={moveTo} />
            {MOVES.map(({ way, by }) =>
              props[way] === undefined ? null : (
                <button
                  key={way}
                  type="button"
                  id={`${id}-${way}`}
                  className="cz-text-button cz-repeat-remove"
                  aria-labelledby={`${id}-${way} ${id}-title`}
                  aria-disabled={at + by < 0 || at + by >= count || undefined}
                  onClick={({ currentTarget: button }) => {
                    moveTo(at + by);
                    // The browser takes the focus away from an element that moves.
                    setTimeout(() => button.focus());
                  }}
                >
                  <Words of={props[way]} lang={props.spoken?.[way]} />
                </button>
              ),
            )}
          </>
        )}
        {remove === undefined ? null : (
          <button
            type="button"
            id={`${id}-remove`}
            className="cz-text-button cz-repeat-remove"
            aria-labelledby={`${id}-remove ${id}-title`}
            onClick={remove}
          >
            <Words of={props.remove} lang={props.spoken?.remove} />
          </button>
        )}
      </div>
      {slot('body')}
    </div>
  );
}

const MOVES = [
  { way: 'up', by: -1 },
  { way: 'down', by: 1 },
] as const;

/**
 * Focuses the first control of a new record; after a removal, the button that adds one. Only if a person tapped: records that come with
 * data must not take the focus, which would open the keyboard.
 *
 * @returns Takes the clicks inside the list.
 */
function useFocusAfterChange(
  list: React.RefObject<HTMLDivElement | null>,
  count: number | undefined,
): React.MouseEventHandler {
  const known = useRef(count);
  const isTapped = useRef(false);
  useEffect(() => {
    const before = known.current;
    known.current = count;
    if (!isTapped.current || before === undefined || count === undefined || before === count) return;
    isTapped.current = false;
    const records = [...(list.current?.querySelectorAll<HTMLElement>(':scope > [role="group"]') ?? [])];
    const target =
      count > before
        ? records.at(-1)?.querySelector<HTMLElement>('input, textarea, select, button:not(.cz-repeat-remove)')
        : list.current?.querySelector<HTMLElement>(':scope > button');
    target?.focus();
  }, [list, count]);
  return ({ target }) => {
    isTapped.current =
      target instanceof Element && target.closest('.cz-repeat-remove, .cz-repeat > button') !== null;
  };
}
