"""What people write instead: every line that cannot be read gets one sentence and a way out.

`situation` says where reading stopped; the recognisers of the other modules are asked in the order that `recognise`
fixes, and the first that knows the mistake words it.
"""
