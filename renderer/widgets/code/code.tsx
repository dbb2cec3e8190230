import { plainWords, Words } from '../../kit/words.tsx';
import { defineWidget } from '../define-widget.ts';
import type { CodeProps } from '../props.generated.ts';
import './code.css';

const GROUP = 4;

export const code = defineWidget<CodeProps>({
  type: 'code',
  Widget: ({ props, id }) => {
    const value = plainWords(props.value);
    return (
      <div id={id} className="cz-code cz-card">
        {props.label === undefined ? null : (
          <p className="cz-code-label">
            <Words of={props.label} size="short" />
          </p>
        )}
        {value === undefined ? (
          <p className="cz-code-value">
            <Words of={props.value} />
          </p>
        ) : (
          // The gaps between groups are margins: what is selected and copied is the code itself.
          <p className="cz-code-value" role="img" aria-label={Array.from(value).join(' ')}>
            {groupsOf(value).map((group, index) => (
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

/** The groups of the service, where the code has spaces; else groups of four. */
function groupsOf(value: string): readonly string[] {
  if (/\s/.test(value)) return value.match(/\s*\S+\s*/g) ?? [value];
  const characters = Array.from(value);
  const groups: string[] = [];
  for (let start = 0; start < characters.length; start += GROUP) {
    groups.push(characters.slice(start, start + GROUP).join(''));
  }
  return groups;
}
