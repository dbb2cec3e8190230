import { useGallery } from './use-contents.ts';

/** The errors of the whole project: its configuration, its code, its definitions, its fixtures. */
export function Faults() {
  const { contents, codeFault } = useGallery();
  const { configFault, problems, faults } = contents;
  const errors = problems.filter(({ severity }) => severity === 'error');
  const texts = [configFault, codeFault, ...faults].filter((text) => text !== undefined);
  if (texts.length + errors.length === 0) return null;
  return (
    <div role="alert" className="dev-faults cz-tone-danger">
      {texts.map((text) => (
        <pre key={text}>{text}</pre>
      ))}
      <ul>
        {errors.map(({ code, file, line, column, pointer, message, help }) => (
          <li key={`${file}${pointer}${code}${line}`}>
            <strong>{message}</strong>
            {help === undefined ? null : ` (${help})`}
            <small>
              {file}:{line}:{column} <code>{pointer}</code> {code}
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}
