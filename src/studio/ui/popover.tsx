import { Popover as Base } from '@base-ui/react/popover';
import { type ReactNode, useRef } from 'react';
import { Tooltip } from './tooltip.tsx';
import './popover.css';

export interface PopoverButtonProps {
  /** Name of the button. */
  readonly name: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

/** An icon button that opens a text beside it. `Esc` or a press elsewhere closes the text. */
export function PopoverButton({ name, title, icon, children }: PopoverButtonProps) {
  return (
    <Base.Root>
      <Tooltip text={name}>
        <Base.Trigger className="st-icon" aria-label={name}>
          {icon}
        </Base.Trigger>
      </Tooltip>
      <Base.Portal>
        <Base.Positioner className="st-popover-place" sideOffset={4} collisionPadding={8}>
          <Base.Popup className="st-popover">
            <Base.Title>{title}</Base.Title>
            <Base.Description render={<div />}>{children}</Base.Description>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface CalloutProps {
  readonly title: string;
  /** The callout is beside this element. Undefined: in the lower right corner of the window. */
  readonly target: Element | undefined;
  readonly side: 'top' | 'bottom' | 'left' | 'right';
  readonly align?: 'start' | 'center' | 'end' | undefined;
  /** Read out when it changes. */
  readonly children: ReactNode;
  /** Buttons. */
  readonly actions: ReactNode;
  /** Called when `Esc` is pressed in the callout. */
  onClose(): void;
}

/**
 * A card beside an element. It stays open while the person works elsewhere, and takes the focus when it appears. `Esc`
 * closes it only if the focus is in it.
 */
export function Callout({ title, target, side, align = 'center', children, actions, onClose }: CalloutProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open
      onOpenChange={(_isOpen, details) => {
        const { target: at } = details.event;
        const isInside = at instanceof Node && popup.current?.contains(at) === true;
        if (details.reason === 'escape-key' && isInside) onClose();
        else {
          details.cancel();
          details.allowPropagation();
        }
      }}
    >
      <Base.Portal>
        <Base.Positioner
          className="st-callout-place"
          anchor={target ?? CORNER}
          sideOffset={8}
          collisionPadding={8}
          {...{ side, align }}
        >
          <Base.Popup ref={popup} className="st-popover st-callout" initialFocus={popup} finalFocus={false}>
            <div aria-live="polite" aria-atomic="true">
              <Base.Title>{title}</Base.Title>
              <Base.Description render={<div />}>{children}</Base.Description>
            </div>
            <div className="st-row">{actions}</div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const CORNER = {
  getBoundingClientRect: (): DOMRect => new DOMRect(window.innerWidth - 8, window.innerHeight - 8, 0, 0),
};
