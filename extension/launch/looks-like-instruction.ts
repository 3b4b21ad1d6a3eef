import type { FlagRule } from './flag.ts';

const ADDRESSED_TO_AN_AI = [
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|your|system)\b.{0,30}\b(?:instructions?|prompts?|rules|guidelines|context|directions?)\b/i,
  /\b(?:ignoriere|vergiss|missachte)\b.{0,40}\b(?:anweisung|vorgabe|regel|prompt)/i,
  /\b(?:as|if you are|you are|you're|dear|hey|attention|note to|notice to|instructions? (?:for|to))\b.{0,20}\b(?:an? )?(?:ai|llm|language model|chatbot|assistant|agents?|gpt|claude|copilot|gemini)\b/i,
  /\b(?:ai|llm) (?:agents?|assistants?|models?)\b.{0,40}\b(?:must|should|please|do not|don't|never|always)\b/i,
  /\b(?:system|developer) (?:prompt|message|instruction)s?\b/i,
  /<\/?(?:system|instructions?|assistant|tool_call|im_start|im_end)\b[^>]*>|<\|[a-z_]+\|>|\[\/?INST\]/i,
  /^\s*(?:[*_#>-]+\s*)?(?:system|assistant|developer)\s*:/i,
  /\b(?:reveal|print|output|repeat|exfiltrate|send|leak)\b.{0,40}\b(?:system prompt|your (?:prompt|instructions)|api keys?|secrets?|credentials|environment variables)\b/i,
  /\bnew instructions?\s*:/i,
  /\bdo not (?:tell|inform|mention)\b.{0,30}\buser\b/i,
];

/** A line that speaks to an AI rather than to a reader. Reference material that gives orders deserves a look. */
export const looksLikeInstruction: FlagRule = (line) => {
  const plain = line.replace(/\\(?=[^A-Za-z0-9\s])/g, '').replace(/\p{Cf}/gu, '');
  return ADDRESSED_TO_AN_AI.some((shape) => shape.test(plain)) ? 'instruction' : null;
};
