"""Machine code of a kernel as basic blocks, and the cheapest way round a loop through them."""
import heapq
import re

CALL = 10000  # weight of a call: no hot loop has one


def functions(listing: str):
    """Mangled name and [(address, predicate, instruction)] of each function that `cuobjdump -sass` prints."""
    for match in re.finditer(r"Function : (\S+)\n(.*?)(?=\n\s*Function :|\Z)", listing, re.S):
        lines = re.finditer(r"^\s*/\*([0-9a-f]{4,})\*/\s+(?:@(\S+) )?\s*(.*?)\s*;", match.group(2), re.M)
        yield match.group(1), [(int(line.group(1), 16), line.group(2), line.group(3)) for line in lines]


class Flow:
    """Basic blocks of a function, and which follows which."""

    def __init__(self, instructions):
        target = {address: int(to.group(1), 16) for address, _, text in instructions
                  if text.startswith("BRA") and (to := re.search(r"(0x[0-9a-f]+)$", text))}
        after = {one[0]: other[0] for one, other in zip(instructions, instructions[1:])}
        leaders = {instructions[0][0], *target.values()}
        leaders |= {after[address] for address, _, text in instructions
                    if re.match(r"BRA|EXIT|RET|BRX|BREAK", text) and address in after}
        self.blocks, self.follow = {}, {}
        for address, predicate, text in instructions:
            if address in leaders:
                begin = address
                self.blocks[begin], self.follow[begin] = [], set()
            self.blocks[begin].append(text)
            if address in target:
                self.follow[begin].add(target[address])
            if after.get(address) in leaders and not self._leaves(predicate, text):
                self.follow[begin].add(after[address])

    @staticmethod
    def _leaves(predicate, text):
        """Whether the next instruction is never reached from this one."""
        conditional = predicate is not None or re.match(r"BRA\S* (U?!?U?P|~)|BRA\.DIV", text)
        return bool(re.match(r"EXIT|RET|BRA", text)) and not conditional

    def _weight(self, block):
        return sum(CALL if text.startswith("CALL") else text != "NOP" for text in self.blocks[block])

    def _ways(self, begin):
        """Instructions from the begin of one block to that of each other, and back to its own, the cheapest ways."""
        queue, found = [(self._weight(begin), follower) for follower in self.follow[begin]], {}
        heapq.heapify(queue)
        while queue:
            cost, block = heapq.heappop(queue)
            if block not in found:
                found[block] = cost
                for follower in self.follow[block]:
                    heapq.heappush(queue, (cost + self._weight(block), follower))
        return found

    def _holds(self, block, marker):
        return sum(bool(re.search(marker[0], text)) for text in self.blocks[block])

    def loop(self, markers, elements):
        """Instructions an element of the cheapest loop through the block with most of the first marker and, in turn, a
        block with each next one, which may be the same where the marker differs. A marker is a pattern and how often a
        block must match it; one match of the first stands for `elements`. None where there is no such loop."""
        first = max(self.blocks, key=lambda block: self._holds(block, markers[0]))
        costs = {first: 0}  # of the cheapest way to each block that can stand for the marker
        for before, marker in zip(markers, markers[1:]):
            next_costs = {}
            for here, cost in costs.items():
                ways = {block: cost + way for block, way in self._ways(here).items() if self._holds(block, marker) >= marker[1]}
                if marker != before and self._holds(here, marker) >= marker[1]:
                    ways[here] = cost
                for block, way in ways.items():
                    next_costs[block] = min(way, next_costs.get(block, way))
            costs = next_costs
        totals = [cost + ways[first] for here, cost in costs.items() if first in (ways := self._ways(here))]
        if not totals or min(totals) >= CALL:
            return None
        return min(totals) / (self._holds(first, markers[0]) * elements)
