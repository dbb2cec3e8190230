import { Model } from 'survey-core';
import { Survey } from 'survey-react-ui';
import 'survey-core/survey-core.fontless.css';
import { drawReact } from '../react.js';
import * as attack from './attacks.js';

/* SurveyJS with its defaults. */

const TEXT = { type: 'text', name: 'a', title: 'Name' };
const survey = (elements, more) => ({ make: () => ({ ...more, elements }) });
const made = (make) => ({ make: () => ({ elements: make() }) });

const definitions = {
  address: [
    { slot: 'html', ...survey([{ type: 'html', name: 'h', html: attack.SCRIPT_LINK }]) },
    { slot: 'an image', ...survey([{ type: 'image', name: 'i', imageLink: attack.SCRIPT_ADDRESS }, TEXT]) },
    { slot: 'a logo', ...survey([TEXT], { title: 'Survey', logo: attack.SCRIPT_ADDRESS }) },
    { slot: 'navigateToUrl', ...survey([TEXT], { navigateToUrl: attack.SCRIPT_ADDRESS }) },
    { slot: 'html at the end', ...survey([TEXT], { completedHtml: attack.SCRIPT_LINK }) },
  ],
  markup: [
    { slot: 'a title', ...survey([{ ...TEXT, title: attack.SCRIPT_MARKUP }]) },
    { slot: 'a description', ...survey([{ ...TEXT, description: attack.SCRIPT_MARKUP }]) },
    {
      slot: 'an option',
      ...survey([{ type: 'radiogroup', name: 'r', choices: [{ value: 'x', text: attack.SCRIPT_MARKUP }] }]),
    },
    { slot: 'html', ...survey([{ type: 'html', name: 'h', html: attack.SCRIPT_MARKUP }]) },
    { slot: 'html at the end', ...survey([TEXT], { completedHtml: attack.SCRIPT_MARKUP }) },
  ],
  prototype: [
    { slot: 'a name __proto__', ...survey([{ ...TEXT, name: '__proto__', defaultValue: 'x' }]) },
    { slot: 'a name __proto__.polluted', ...survey([{ ...TEXT, name: '__proto__.polluted', defaultValue: 'x' }]) },
    {
      slot: 'texts under __proto__',
      ...survey([{ type: 'multipletext', name: '__proto__', items: [{ name: 'polluted' }], defaultValue: { polluted: 'x' } }]),
    },
    {
      slot: 'texts under constructor',
      ...survey([
        {
          ...{ type: 'paneldynamic', name: 'constructor', panelCount: 1 },
          templateElements: [{ type: 'multipletext', name: 'prototype', items: [{ name: 'polluted' }] }],
        },
      ]),
    },
    {
      slot: 'a trigger that sets __proto__.polluted',
      ...survey([TEXT], {
        triggers: [
          { type: 'setvalue', expression: '{a} notempty', setToName: '__proto__.polluted', setValue: 'x' },
        ],
      }),
    },
    {
      slot: 'a calculated value __proto__.polluted',
      ...survey([TEXT], {
        calculatedValues: [{ name: '__proto__.polluted', expression: '1', includeIntoResult: true }],
      }),
    },
  ],
  pattern: [
    {
      slot: 'a validator',
      typed: attack.SLOW_TEXT,
      ...survey([{ ...TEXT, validators: [{ type: 'regex', regex: attack.SLOW_PATTERN }] }]),
    },
  ],
  depth: [
    {
      slot: 'panels',
      ...made(() => [
        attack.nest(attack.LEVELS, TEXT, (inner, level) => ({ type: 'panel', name: `p${level}`, elements: [inner] })),
      ]),
    },
  ],
  cycle: [
    {
      slot: 'expressions',
      ...survey([
        { type: 'expression', name: 'x', expression: '{y} + 1' },
        { type: 'expression', name: 'y', expression: '{x} + 1' },
        TEXT,
      ]),
    },
    {
      slot: 'values set by each other',
      ...survey([
        { ...TEXT, name: 'x', setValueExpression: '{y} + 1', defaultValue: 1 },
        { ...TEXT, name: 'y', setValueExpression: '{x} + 1', defaultValue: 1 },
      ]),
    },
    {
      slot: 'conditions',
      ...survey(
        [
          { ...TEXT, name: 'x', visibleIf: '{y} empty', defaultValue: '1' },
          { ...TEXT, name: 'y', visibleIf: '{x} notempty', defaultValue: '1' },
          TEXT,
        ],
        { clearInvisibleValues: 'onHidden' },
      ),
    },
  ],
  huge: [
    {
      slot: 'options',
      ...made(() => [{ type: 'dropdown', name: 'a', choices: attack.times(attack.MANY, (at) => `o${at}`) }]),
    },
    { slot: 'fields', ...made(() => attack.times(attack.MANY, (at) => ({ ...TEXT, name: `f${at}` }))) },
  ],
  action: [
    {
      slot: 'a trigger',
      ...survey([TEXT], {
        triggers: [{ type: 'runexpression', expression: '{a} notempty', runExpression: 'alert(1)' }],
      }),
    },
  ],
};

attack.expose({ definitions, draw: (root, json) => drawReact(root, <Survey model={new Model(json)} />) });
