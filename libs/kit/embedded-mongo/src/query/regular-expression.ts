import type { BSONRegExp, BSONSymbol } from 'bson';
import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import { bsonTypeOf } from '../values/bson-type.ts';
import { isSameValue } from '../values/compare-values.ts';
import type { ValueTest } from './some-at.ts';

/** White space of the server's expressions (PCRE without Unicode classes). */
const space = '\\t-\\r ';

/** Does a string, or an equal stored expression, match? */
export function regexTest(expression: BSONRegExp): ValueTest {
  const compiled = compileExpression(expression.pattern, expression.options);
  return (value) => {
    if (typeof value === 'string') return compiled.test(value);
    if (typeof value !== 'object' || value === null) return false;
    const type = bsonTypeOf(value);
    if (type === 'symbol') return compiled.test((value as BSONSymbol).value);
    return type === 'regex' && isSameValue(value, expression);
  };
}

/**
 * The server's dialect in JavaScript: strict (`u`) syntax, so that what JavaScript would read otherwise is an
 * error here, and `.`, `^`, `$`, `\s` spelt out where the two differ.
 */
function compileExpression(pattern: string, options: string): RegExp {
  const unknown = /[^imsu]/.exec(options);
  if (unknown !== null) throw new UnsupportedOperatorError(`$options ${unknown[0]}`);
  const source = translate(pattern, options.includes('m'), options.includes('s'));
  try {
    return new RegExp(source, options.includes('i') ? 'iu' : 'u');
  } catch (cause) {
    const error = new UnsupportedOperatorError(
      `$regex /${pattern}/`,
      'not understood the same way by JavaScript',
    );
    error.cause = cause;
    throw error;
  }
}

function translate(pattern: string, isMultiline: boolean, isDotAll: boolean): string {
  if (pattern.includes('\0'))
    throw serverError('BadValue', 'Regular expression cannot contain an embedded null byte');
  let isInClass = false;
  return pattern.replaceAll(/\\[\s\S]|[[\].^$]/gu, (token) => {
    if (token.startsWith('\\')) return translateEscape(token[1] as string, token, isInClass, pattern);
    if (isInClass) {
      if (token === ']') isInClass = false;
      return token;
    }
    if (token === '[') isInClass = true;
    if (token === '.') return isDotAll ? '[\\s\\S]' : '[^\\n]';
    if (token === '^') return isMultiline ? '(?<![^\\n])(?:(?=[\\s\\S])|(?<![\\s\\S]))' : '(?<![\\s\\S])';
    if (token === '$') return isMultiline ? '(?![^\\n])' : '(?=\\n?(?![\\s\\S]))';
    return token;
  });
}

function translateEscape(letter: string, token: string, isInClass: boolean, pattern: string): string {
  if (letter === 's') return isInClass ? space : `[${space}]`;
  if (letter === 'S' && !isInClass) return `[^${space}]`;
  if (letter === 'S' || /[1-9ck]/.test(letter))
    throw new UnsupportedOperatorError(`$regex /${pattern}/`, token);
  if (/[\w\s]/.test(letter) || letter.charCodeAt(0) > 0x7f) return token;
  return `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
