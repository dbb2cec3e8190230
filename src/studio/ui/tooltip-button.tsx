import { Button } from '@base-ui/react/button';
import type { MouseEvent, ReactNode } from 'react';
import { Tooltip } from './tooltip.tsx';

export interface TooltipButtonProps {
  readonly name: string;
  /** What the button does now, or why it does nothing. Default: its name. */
  readonly hint?: string | undefined;
  readonly shortcut?: string | undefined;
  readonly isOff?: boolean;
  readonly opensMenu?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
  onPress(event: MouseEvent<HTMLElement>): void;
}

/** A button with a tooltip, mostly an icon. When it is off it can still be focused, so that its tooltip can be read. */
export function TooltipButton({
  name,
  hint = name,
  shortcut,
  isOff = false,
  opensMenu = false,
  className = 'st-icon',
  children,
  onPress,
}: TooltipButtonProps) {
  return (
    <Tooltip text={hint}>
      <Button
        className={className}
        aria-label={name}
        aria-keyshortcuts={shortcut}
        aria-haspopup={opensMenu ? 'menu' : undefined}
        disabled={isOff}
        focusableWhenDisabled
        onClick={onPress}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
