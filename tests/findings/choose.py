"""Which pairs of kind and flow a command is about: the options that the commands of this folder share."""

import argparse
import random

from flows import FLOWS
from generate import pairs
from kinds import KINDS


def part(text):
    """"2/5" as (2, 5)."""
    number, of = (int(each) for each in text.split("/"))
    if not 1 <= number <= of:
        raise argparse.ArgumentTypeError(f"{text}: there is no such part")
    return number, of


def add_options(parser):
    parser.add_argument("--all", action="store_true", help="every pair, in no order: what is done after a while says "
                        "something of all")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="so many pairs, by chance")
    parser.add_argument("--seed", type=int, default=1, help="start of the random numbers")
    parser.add_argument("--kind", action="append", choices=list(KINDS), metavar="KIND",
                        help="pairs of this kind; may be given several times")
    parser.add_argument("--flow", action="append", choices=sorted(FLOWS), metavar="FLOW",
                        help="pairs with this flow; may be given several times")
    parser.add_argument("--part", type=part, default=(1, 1), metavar="K/N",
                        help="of what is chosen the K-th of N parts, so that several processes can share it")


def once_each():
    """Every kind with some flow and every flow with some kind."""
    every = pairs()
    chosen = set()
    for at, kind in enumerate(KINDS):
        own = [pair for pair in every if pair[0] == kind]
        chosen.add(own[at * 7 % len(own)])
    for at, flow in enumerate(sorted(FLOWS)):
        own = [pair for pair in every if pair[1] == flow and KINDS[pair[0]].language == "c"]
        chosen.add(own[at * 5 % len(own)])
    return [pair for pair in every if pair in chosen]


def chosen(options):
    """The part of the pairs that the options ask for."""
    number, of = options.part
    return all_chosen(options)[number - 1::of]


def all_chosen(options):
    """The pairs that the options ask for; without any, each kind once and each flow once."""
    if not (options.all or options.sample or options.kind or options.flow):
        return once_each()
    every = pairs(options.kind, options.flow)
    if options.sample:
        return random.Random(options.seed).sample(every, min(options.sample, len(every)))
    if options.all:
        random.Random(options.seed).shuffle(every)
    return every
