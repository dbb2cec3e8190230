import { Icon } from './icon.tsx';
import { plainWords } from './words.tsx';

/** The validation message below a field; `aria-describedby` refers to it. */
export function FieldProblem({ id, problem }: { id: string; problem: string | undefined }) {
  return problem === undefined ? null : (
    <p id={id} className="cz-problem">
      <Icon name="warning" size="small" />
      <span>{plainWords(problem)}</span>
    </p>
  );
}
