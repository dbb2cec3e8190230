import { Icon } from '../kit/icon.tsx';
import { Spinner } from '../kit/spinner.tsx';
import { useScreenParts } from './screen-context.ts';

interface HeaderProps {
  readonly title: string | undefined;
  /** Language of the title, if it may differ from the page's. */
  readonly lang: string | undefined;
  /** `host`: the shell shows the title; the page keeps a heading for screen readers. */
  readonly chrome: 'web' | 'host';
  readonly hasBack: boolean;
  readonly isRefreshing: boolean;
  onBack(): void;
}

export function Header({ title, lang, chrome, hasBack, isRefreshing, onBack }: HeaderProps) {
  const { say } = useScreenParts();
  if (chrome === 'host') {
    return title === undefined ? null : (
      <h1 className="cz-visually-hidden" lang={lang}>
        {title}
      </h1>
    );
  }
  return (
    <header className="cz-header">
      {hasBack ? (
        <button type="button" className="cz-header-back" aria-label={say('Back')} onClick={onBack}>
          <Icon name="back" />
        </button>
      ) : null}
      {title === undefined ? (
        <span className="cz-header-title" />
      ) : (
        <h1 className="cz-header-title" lang={lang}>
          {title}
        </h1>
      )}
      <span className="cz-header-end">{isRefreshing ? <Spinner /> : null}</span>
    </header>
  );
}
