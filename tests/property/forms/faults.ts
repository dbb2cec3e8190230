import { createForms } from '#renderer/forms/edit-forms.ts';
import type { Engine, FormsPort } from '#renderer/runtime/index.ts';
import type { NodePlan } from '#renderer/plan/plan.ts';
import type { MakeForms } from './drawn.tsx';
import { type FormSpec, fieldsIn } from './spec.ts';

/*
 * Planted faults that the property must find. They wrap the engine's API; the engine does not know them.
 */

function changing(change: (node: NodePlan) => NodePlan): MakeForms {
  const visit = (node: NodePlan): NodePlan => {
    const slots = Object.entries(node.slots ?? {}).map(([name, nodes]) => [name, nodes.map(visit)]);
    return change({ ...node, ...(node.slots && { slots: Object.fromEntries(slots) as typeof node.slots }) });
  };
  return (engine) => {
    const plan = { ...engine.plan, body: engine.plan.body.map(visit) };
    return createForms(Object.create(engine, { plan: { value: plan } }) as Engine);
  };
}

function deciding(decide: (forms: FormsPort, engine: Engine) => Partial<FormsPort>): MakeForms {
  return (engine) => {
    const forms = createForms(engine);
    return { ...forms, ...decide(forms, engine) };
  };
}

interface PlantedFault {
  readonly makeForms: MakeForms;
  /** Whether this form can show the fault; other forms are skipped. */
  isSeenIn(spec: FormSpec): boolean;
}

const hasRule = (name: string) => (spec: FormSpec) =>
  [...fieldsIn(spec.body)].some(({ rules }) => rules.some(({ rule }) => rule === name));

export const FAULTS: { readonly [name: string]: PlantedFault } = {
  'a hidden value is sent': {
    isSeenIn: ({ hidden }) => hidden === 'drop',
    makeForms: changing((node) =>
      node.type === 'form' ? { ...node, props: { ...node.props, hidden: 'keep' } } : node,
    ),
  },
  'a required rule is dropped': {
    isSeenIn: hasRule('required'),
    makeForms: changing(({ lists, ...node }) => {
      const rules = lists?.['rules']?.filter((rule) => rule.props['rule'] !== 'required');
      return { ...node, ...(lists && { lists: { ...lists, ...(rules && { rules }) } }) };
    }),
  },
  'a stale answer is accepted': {
    isSeenIn: ({ supplied }) => (supplied?.replies.length ?? 0) > 1,
    makeForms: deciding((forms) => {
      let former: Parameters<FormsPort['supply']> | undefined;
      return {
        supply(...supplied) {
          forms.supply(...supplied);
          const [, , fields] = supplied;
          // The previous reply arrives again, and is accepted.
          if (former && fields.length > 0) forms.supply(...former);
          if (fields.length > 0) former = supplied;
        },
      };
    }),
  },
  'a draft is kept after submit': {
    isSeenIn: ({ draft }) => draft,
    makeForms: deciding((forms, { services }) => {
      const { device } = services.storage;
      return {
        follow(run) {
          const kept = device.keys().filter((key) => key.startsWith('capiz/draft/'));
          const texts = new Map(kept.map((key) => [key, device.get(key)]));
          forms.follow(run);
          for (const [key, text] of texts) if (text !== undefined) device.set(key, text);
        },
      };
    }),
  },
  'a reset leaves a field': {
    isSeenIn: ({ body: [first] }) => first?.type === 'field' && first.visible === undefined,
    makeForms: deciding((forms, { plan }) => {
      const first = firstName(plan.body);
      return {
        reset(form) {
          const { value } = forms.field(form, first);
          forms.reset(form);
          forms.write(form, first, value, true);
        },
      };
    }),
  },
};

function firstName(nodes: readonly NodePlan[]): string {
  for (const node of nodes) {
    const name = node.props?.['name'];
    if (typeof name === 'string') return name;
    const inner = firstName(Object.values(node.slots ?? {}).flat());
    if (inner !== '') return inner;
  }
  return '';
}
