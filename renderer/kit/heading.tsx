import { createContext, type ReactNode, useContext } from 'react';

/** Level of the next heading. `h1` is the screen's title, so content starts at 2. */
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

/** Headings inside are `by` levels lower. `level` sets the level, for example in a dialog. */
export function HeadingScope({ level, by = 1, children }: HeadingScopeProps) {
  const outer = useContext(HeadingLevel);
  return <HeadingLevel value={level ?? outer + by}>{children}</HeadingLevel>;
}

interface HeadingScopeProps {
  readonly level?: number;
  readonly by?: 0 | 1;
  readonly children: ReactNode;
}
