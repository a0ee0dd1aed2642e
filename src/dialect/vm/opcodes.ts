/**
 * The instruction set. Every instruction is six numbers: operation, steps charged before it runs, and up to
 * four operands. `r` is a register of the frame, `v` a register or (below zero) constant -1-v, `@` an
 * instruction address, `k` an index into one of the function's tables.
 */
export const WIDTH = 6;

export const MOVE = 0; // r v            r := v
export const JMP = 1; // @
export const JT = 2; // v @             jump when true
export const JF = 3; // v @             jump when nil
export const ADD = 4; // r r r k        k: the primitive, for the slow path
export const ADDI = 5; // r r number k
export const SUB = 6;
export const SUBI = 7;
export const MUL = 8;
export const MULI = 9;
export const REM = 10;
export const REMI = 11;
export const JLT = 12; // r r @ k       k: the primitive times two, plus one to jump when true
export const JLTI = 13; // r number @ k
export const JLE = 14;
export const JLEI = 15;
export const JGT = 16;
export const JGTI = 17;
export const JGE = 18;
export const JGEI = 19;
export const JEQ = 20;
export const JEQI = 21;
export const JNULL = 22; // v @ sense k
export const CAR = 23; // r v - k
export const CDR = 24; // r v - k
export const CONS = 25; // r v v k
export const PRIM1 = 26; // r k v
export const PRIM2 = 27; // r k v v
export const PRIMN = 28; // r k base count
export const BOX = 29; // r             r := box of r
export const GETBOX = 30; // r r
export const SETBOX = 31; // r v
export const GETCAP = 32; // r index
export const GETCAPBOX = 33; // r index
export const SETCAPBOX = 34; // index v
export const GETGLOBAL = 35; // r k
export const SETGLOBAL = 36; // k v
export const CLOSURE = 37; // r k
export const CALL = 38; // r k base count
export const TCALL = 39; // - k base count
export const CHECKFN = 40; // v
export const CALLV = 41; // r v base count
export const TCALLV = 42; // - v base count
export const APPLY = 43; // r v base count
export const TAPPLY = 44; // - v base count
export const RET = 45; // v
export const TOOL = 46; // r k base count
export const JOINBEGIN = 47; // acc parallel-map
export const MAPBEGIN = 48; // acc tail v parallel   v must be a list
export const MAPNEXT = 49; // tail item @    jump when there is no element left
export const MAPADD = 50; // acc v
export const MAPEND = 51; // r acc
export const JOINADD = 52; // acc k base count
export const JOINEND = 53; // r acc
export const MACRO = 54; // r k base tail
export const FAIL = 55; // k
export const STEP = 56; //               only charges
