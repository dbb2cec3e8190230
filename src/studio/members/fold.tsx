import { type ReactNode, useState } from 'react';

export interface FoldProps {
  readonly title: string;
  /** Whether it begins open. */
  readonly isOpen?: boolean;
  /** Rendered while it is open, so that many closed records cost nothing. */
  children(): ReactNode;
}

/** A title that opens its content. */
export function Fold({ title, isOpen: isFirstOpen = false, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(isFirstOpen);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen ? children() : null}
    </details>
  );
}
