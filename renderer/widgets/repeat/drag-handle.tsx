import type { PointerEvent } from 'react';

interface DragHandleProps {
  /** The record's index. */
  readonly at: number;
  moveTo(at: number): void;
}

/** Drags a record to another position. For pointers only: the buttons beside it do the same. */
export function DragHandle({ at, moveTo }: DragHandleProps) {
  return (
    <span
      className="cz-repeat-handle"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const to = findIndex(event);
        if (to !== undefined && to !== at) moveTo(to);
      }}
    >
      {'\u2807'}
    </span>
  );
}

/** The index of the record at the pointer. */
function findIndex({ currentTarget, clientY }: PointerEvent<HTMLElement>): number | undefined {
  const record = currentTarget.closest('[role="group"]');
  const records = [...(record?.parentElement?.querySelectorAll(':scope > [role="group"]') ?? [])];
  const found = records.findIndex((other) => {
    const { top, bottom } = other.getBoundingClientRect();
    return clientY >= top && clientY <= bottom;
  });
  return found < 0 ? undefined : found;
}
