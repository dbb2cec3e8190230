import { createContext, type ReactNode, useContext } from 'react';

/** The level that the next heading has: `h1` is the screen's title, so content begins at 2. */
const HeadingLevel = createContext(2);

interface HeadingProps {
  readonly className: string;
  readonly id?: string | undefined;
  readonly children: ReactNode;
  readonly tabIndex?: number;
}

export function Heading({ children, ...rest }: HeadingProps) {
  const Tag = `h${Math.min(useContext(HeadingLevel), 6)}` as 'h2';
  return <Tag {...rest}>{children}</Tag>;
}

/** Headings inside stand one level below; `level` starts anew, as in a dialog. */
export function HeadingScope({ level, children }: { level?: number; children: ReactNode }) {
  const outer = useContext(HeadingLevel);
  return <HeadingLevel value={level ?? outer + 1}>{children}</HeadingLevel>;
}
