import { plainWords, Words } from '../../kit/words.tsx';
import { defineWidget } from '../define-widget.ts';
import type { CodeProps } from '../props.generated.ts';
import './code.css';

const GROUPS = [4];

export const code = defineWidget<CodeProps>({
  type: 'code',
  Widget: ({ props, id }) => {
    const value = plainWords(props.value);
    return (
      <div id={id} className="cz-code cz-card">
        {props.label === undefined ? null : (
          // The name of the code below contains the label: a screen reader reads it once.
          <p className="cz-code-label" aria-hidden={value !== undefined || undefined}>
            <Words of={props.label} size="short" lang={props.spoken?.label} />
          </p>
        )}
        {value === undefined ? (
          <p className="cz-code-value">
            <Words of={props.value} />
          </p>
        ) : (
          // The gaps are margins, so that selected text is the code itself.
          <p className="cz-code-value" role="img" aria-label={nameOf(props.label, value)}>
            {groupsOf(value, props.groups ?? GROUPS).map((group, index) => (
              <span key={index} className="cz-code-group">
                {group}
              </span>
            ))}
          </p>
        )}
      </div>
    );
  },
});

/** "Payment code, 8 0 3 2": separate characters, because a screen reader would read the code as one large number. */
function nameOf(label: CodeProps['label'], value: string): string {
  const characters = Array.from(value.replace(/\s/g, '')).join(' ');
  const words = label === undefined ? undefined : plainWords(label);
  return words === undefined ? characters : `${words}, ${characters}`;
}

/** The service's groups if the code has spaces; else these sizes, the last one repeated. */
function groupsOf(value: string, sizes: readonly number[]): readonly string[] {
  if (/\s/.test(value)) return value.match(/\s*\S+\s*/g) ?? [value];
  const characters = Array.from(value);
  const groups: string[] = [];
  for (let start = 0; start < characters.length; ) {
    const size = Math.max(1, sizes[groups.length] ?? sizes.at(-1) ?? characters.length);
    groups.push(characters.slice(start, start + size).join(''));
    start += size;
  }
  return groups;
}
