import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import './tooltip.css';

export interface TooltipProps {
  /** Undefined shows no tooltip. */
  readonly text: string | undefined;
  /** A button or a link. */
  readonly children: ReactElement<{ readonly 'aria-label'?: string }>;
}

/** A text beside a control, on hover and on keyboard focus. A screen reader hears it as the description of the control. */
export function Tooltip({ text, children }: TooltipProps) {
  const isName = children.props['aria-label'] === text;
  return (
    <Base.Root disabled={text === undefined}>
      <Base.Trigger render={children} aria-description={isName ? undefined : text} />
      <Base.Portal>
        <Base.Positioner sideOffset={4}>
          <Base.Popup className="st-tooltip">{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
